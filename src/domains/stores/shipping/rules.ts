import { type Minor, minor } from '../../../platform/money.js';
import { isRegionOf } from '../../../platform/regions.js';

/** Parcels up to this weight cost `price`; null is any weight. */
export type ShippingBand = { up_to_grams: number | null; price: string };

export type ZoneRate = {
  code: string;
  title: string;
  /** From light to heavy. A parcel that no band covers does not go by this rate. */
  bands: ShippingBand[];
  /** Goods that ship, for this amount after discounts, ship free. */
  free_from: string | null;
  /** Working days until the parcel arrives. */
  days_min: number | null;
  days_max: number | null;
};

export type ShippingZone = {
  id: string;
  name: string;
  countries: string[];
  /** Regions of the only country; empty: the whole country. */
  regions: string[];
  is_rest_of_world: boolean;
  rates: ZoneRate[];
};

/** `country` is an ISO code. */
export type Destination = { country: string; region: string };

type OfferedRate = Omit<ZoneRate, 'bands'> & { priceMinor: Minor };

export const sameRegion = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Countries of which a zone has only some regions. */
export const countriesWithRegions = (zones: readonly ShippingZone[]): string[] =>
  [
    ...new Set(zones.filter(zone => zone.regions.length > 0).flatMap(zone => zone.countries)),
  ].sort();

/**
 * False if a zone lists regions of the country, and the address has neither a listed region nor a
 * code of the country: `Alaska` would pay less than `AK`, and `ZZ` no tax.
 */
export function hasNeededRegion(
  zones: readonly Pick<ShippingZone, 'countries' | 'regions'>[],
  { country, region }: Destination,
): boolean {
  const listed = zones
    .filter(({ countries }) => countries.includes(country))
    .flatMap(({ regions }) => regions);
  const isListed = listed.some(one => sameRegion(one, region));
  return listed.length === 0 || isListed || isRegionOf(country, region);
}

/** A region goes before its country. The rest of the world is for countries that no zone names. */
export function zoneFor(
  zones: readonly ShippingZone[],
  { country, region }: Destination,
): ShippingZone | undefined {
  const ofCountry = zones.filter(zone => zone.countries.includes(country));
  if (ofCountry.length === 0) return zones.find(zone => zone.is_rest_of_world);
  return (
    ofCountry.find(zone => zone.regions.some(one => sameRegion(one, region))) ??
    ofCountry.find(zone => zone.regions.length === 0)
  );
}

/** What a parcel costs by each rate of the zone that takes its weight. */
export const ratesForParcel = (
  rates: readonly ZoneRate[],
  parcel: { grams: number; goodsMinor: Minor },
  currency: string,
): OfferedRate[] =>
  rates.flatMap(({ bands, ...rate }) => {
    const band = bands.find(({ up_to_grams: most }) => most === null || parcel.grams <= most);
    if (band === undefined) return [];
    const isFree = rate.free_from !== null && parcel.goodsMinor >= minor(rate.free_from, currency);
    return { ...rate, priceMinor: isFree ? 0 : minor(band.price, currency) };
  });

/** The lowest price of any zone, for goods that are not in a cart yet. */
export const lowestZonePrice = (
  zones: readonly Pick<ShippingZone, 'rates'>[],
  currency: string,
): Minor | undefined => {
  const prices = zones.flatMap(({ rates }) =>
    rates.flatMap(({ bands }) => bands.map(({ price }) => minor(price, currency))),
  );
  return prices.length === 0 ? undefined : Math.min(...prices);
};
