import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/domains/setup/countries.js';
import { proposedZones } from '../../src/domains/setup/shipping-zones.js';
import { ratesForParcel, zoneFor } from '../../src/domains/stores/index.js';
import { refuseOverlap, refuseZone } from '../../src/domains/stores/shipping/check-zone.js';

/** The prices of a parcel, by code. */
function pricesTo(to: string, grams: number, [country, currency]: [string, string]) {
  const zones = proposedZones(country, currency, 'en').map((zone, at) => ({
    ...zone,
    id: `${at}`,
  }));
  const zone = zoneFor(zones, { country: to, region: '' });
  const rates = ratesForParcel(zone?.rates ?? [], { grams, goodsMinor: 0 }, currency);
  return rates.map(({ code, priceMinor }) => [code, priceMinor]);
}

describe('the shipping zones of a first store', () => {
  it.each(COUNTRIES.map(({ code, currency }) => [code, currency] as const))(
    'of %s in %s are such as the desk accepts',
    (code, currency) => {
      for (const language of ['en', 'de'] as const) {
        const zones = proposedZones(code, currency, language).map((zone, at) => ({
          ...zone,
          id: `${at}`,
        }));
        expect(zones.at(0)?.countries).toEqual([code]);
        expect(zones.at(-1)?.is_rest_of_world).toBe(true);
        for (const [at, zone] of zones.entries()) {
          expect(refuseZone(zone) ?? refuseOverlap(zone, zones.slice(0, at))).toBeUndefined();
        }
      }
    },
  );

  it('cost more abroad, and by weight', () => {
    const store: [string, string] = ['US', 'USD'];
    expect(pricesTo('US', 40_000, store)).toEqual([
      ['standard', 500],
      ['express', 1600],
    ]);
    expect(pricesTo('CA', 2_001, store)).toEqual([['standard', 2000]]);
    expect(pricesTo('JP', 500, store)).toEqual([['standard', 1500]]);
    expect(pricesTo('JP', 501, store)).toEqual([['standard', 2500]]);
    expect(pricesTo('JP', 20_001, store)).toEqual([]);
  });

  it('have the amounts of their currency', () => {
    expect(pricesTo('JP', 0, ['JP', 'JPY'])).toEqual([
      // 750 and 2,400 yen; amounts are kept in hundredths.
      ['standard', 75_000],
      ['express', 240_000],
    ]);
    expect(pricesTo('DK', 0, ['DK', 'DKK'])[0]).toEqual(['standard', 5000]);
    expect(proposedZones('HU', 'HUF', 'en')).toEqual([]);
  });
});
