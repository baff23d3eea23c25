import { countryCodeOf } from '../../../platform/countries.js';
import { Failure } from '../../../platform/http/failure.js';
import { type Minor, minor } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { defaultShippingRates, pickShippingRate, type Totals } from '../../pricing/index.js';
import {
  hasNeededRegion,
  ratesForParcel,
  type ShippingRate,
  type StoreWithTaxes,
  zoneFor,
} from '../../stores/index.js';
import { isGiftCard } from '../../transactions/index.js';
import type { CartLine } from './repository.js';

/** A way to ship a cart to an address, with its price. */
export type ShippingOffer = {
  id: string | number;
  code: string;
  title: string;
  turnaround?: string;
  priceMinor: Minor;
  free_from: string | null;
  days_min: number | null;
  days_max: number | null;
};

/** `path` is what stands before `country` and `region` in the names of the request's fields. */
export type ShippingPlace = { country: string; region: string; path: string };

type Parcel = {
  lines: readonly Pick<CartLine, 'isDigital' | 'weightGrams' | 'quantity' | 'unit'>[];
  goodsMinor(): Minor;
};

/**
 * The rates of the zone of an address. A store without zones ships everywhere at its own rates, or
 * at the default ones. Throws if the store does not ship there, or no rate takes the weight.
 */
export function shippingRatesFor(
  store: StoreWithTaxes,
  { country, region, path }: ShippingPlace,
  { lines, goodsMinor }: Parcel,
): ShippingOffer[] {
  const { currency, shipping_zones: zones } = store;
  if (zones.length === 0) return flatRates(store);
  const code = countryCodeOf(country);
  const zone = code === undefined ? undefined : zoneFor(zones, { country: code, region });
  if (code !== undefined && !hasNeededRegion(zones, { country: code, region })) {
    throw regionRequired(`${path}region`);
  }
  if (zone === undefined) throw notShippedThere(`${path}country`);
  const grams = weightOf(lines);
  const offered = ratesForParcel(zone.rates, { grams, goodsMinor: goodsMinor() }, currency);
  if (offered.length === 0) throw tooHeavy(grams);
  return offered.map(rate => ({ id: idOf(store, rate.code), ...rate }));
}

/** A rate of a zone has the id of the store's own rate of the same code: 1 is standard in any zone. */
const idOf = (store: StoreWithTaxes, code: string): ShippingOffer['id'] =>
  flatRates(store).find(rate => rate.code === code)?.id ?? code;

/** The rate that the shopper picked by id or code; unknown choices ship as standard. */
export const pickedRate = <Offer extends ShippingOffer>(
  rates: readonly Offer[],
  picked: unknown,
): Offer => {
  const rate = pickShippingRate(rates, picked);
  if (rate === undefined) throw new Error('an offer without rates');
  return rate;
};

type Amounts = Pick<Totals['lines'][number], 'key' | 'grossMinor' | 'discountMinor'>;

/**
 * What `free_from` is compared with: the goods that ship, as the shopper pays them, without added
 * tax. Digital goods and gift cards do not count.
 */
export function goodsMinorOf(
  totals: { lines: readonly Amounts[] },
  lines: readonly Pick<CartLine, 'sku' | 'isDigital'>[],
): Minor {
  const shipped = new Set(
    lines.filter(line => !line.isDigital && !isGiftCard(line)).map(({ sku }) => sku),
  );
  return totals.lines
    .filter(({ key }) => shipped.has(key))
    .reduce((sum, { grossMinor, discountMinor }) => sum + grossMinor - discountMinor, 0);
}

function flatRates({ shipping_rates, currency }: StoreWithTaxes): ShippingOffer[] {
  const stored = shipping_rates as unknown as ShippingRate[];
  const rates =
    stored.length > 0
      ? stored.map(({ price, ...rate }) => ({ ...rate, priceMinor: minor(price, currency) }))
      : defaultShippingRates(currency);
  const unset = { free_from: null, days_min: null, days_max: null };
  return rates.map(rate => ({ ...unset, ...rate }));
}

const GRAMS_PER_UNIT: Record<string, number> = { kg: 1000, g: 1 };

/** Goods sold by weight weigh what is bought; others what a piece or unit weighs. Rounded up. */
export const weightOf = (lines: Parcel['lines']): number =>
  Math.ceil(
    lines
      .filter(line => !line.isDigital)
      .reduce((sum, { weightGrams, quantity, unit }) => {
        const gramsEach = GRAMS_PER_UNIT[unit] ?? weightGrams ?? 0;
        return sum + shownQuantity(quantity * gramsEach, unit);
      }, 0),
  );

export const notShippedThere = (field: string): Failure => {
  const message = 'The store does not ship to this address.';
  return new Failure('invalid', 'NO_SHIPPING_TO_ADDRESS', message, {
    fields: { [field]: [message] },
  });
};

export const regionRequired = (field: string): Failure => {
  const message = 'Enter the code of the state or region, 1 to 3 letters or digits, such as CA.';
  return new Failure('invalid', 'REGION_REQUIRED', message, { fields: { [field]: [message] } });
};

const tooHeavy = (grams: number): Failure =>
  new Failure('invalid', 'PARCEL_TOO_HEAVY', 'The goods are too heavy to be shipped there.', {
    details: { weight_grams: grams },
  });
