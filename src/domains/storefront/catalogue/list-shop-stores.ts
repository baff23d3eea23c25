import { countryCodeOf } from '../../../platform/countries.js';
import type { Static } from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { formatHundredths, formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { DEFAULT_SHIPPING_RATES } from '../../pricing/index.js';
import {
  allStores,
  countriesTaxedByRegion,
  countriesWithRegions,
  type ListedStore,
  lowestZonePrice,
  zoneFor,
} from '../../stores/index.js';
import type { ShopStore } from './schemas.js';

const DEFAULT_RATES = DEFAULT_SHIPPING_RATES.map(({ priceMinor, ...rate }) => ({
  ...rate,
  price: formatHundredths(priceMinor),
}));

/** Active stores by name. The underlying list is cached until any store changes. */
export async function listShopStores(platform: Platform): Promise<Static<typeof ShopStore>[]> {
  const stores = await allStores(platform);
  return stores
    .filter(store => store.is_active)
    .map(store => ({
      id: store.id,
      code: store.code,
      name: store.name,
      country: countryCodeOf(store.country) ?? null,
      currency: store.currency,
      time_zone: store.time_zone,
      prices_include_tax: store.prices_include_tax,
      pickup_enabled: store.pickup_enabled,
      // Every store ships; a store without rates uses the default ones.
      ship_enabled: true,
      pay_at_store_enabled: store.pay_at_store_enabled,
      ...shippingOf(store),
      address: store.address,
      postal_code: store.postal_code,
      city: store.city,
      phone: store.phone,
      opening_hours: store.opening_hours,
      special_days: store.special_days,
      pickup_hours: store.pickup_hours ?? store.opening_hours,
      languages: store.languages.length > 0 ? store.languages : [...LANGUAGES],
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.code.localeCompare(b.code, 'en'));
}

/** With shipping zones, the rates of other countries are those of the cart. */
function shippingOf(store: ListedStore) {
  const { shipping_zones: zones, currency } = store;
  const flat = store.shipping_rates.length > 0 ? store.shipping_rates : DEFAULT_RATES;
  const isEverywhere = zones.length === 0 || zones.some(zone => zone.is_rest_of_world);
  const lowest =
    zones.length === 0
      ? Math.min(...flat.map(({ price }) => minor(price, currency)))
      : (lowestZonePrice(zones, currency) ?? 0);
  return {
    shipping_rates: zones.length === 0 ? flat : atHome(store, flat),
    ships_to: isEverywhere
      ? null
      : [...new Set(zones.flatMap(({ countries }) => countries))].sort(),
    needs_region: [
      ...new Set([
        ...countriesWithRegions(zones),
        ...countriesTaxedByRegion(store.destination_taxes),
      ]),
    ].sort(),
    tax_sourcing: store.tax_sourcing,
    shipping_from: formatMoney(lowest, currency),
    ...homeDelivery(store),
  };
}

type FlatRates = Static<typeof ShopStore>['shipping_rates'];

/** The store's own rates at the prices of its own zone, if every parcel there costs the same. */
function atHome(store: ListedStore, flat: FlatRates): FlatRates {
  const zone = homeZone(store);
  if (zone === undefined || isDivided(store.shipping_zones, zone.country)) return [];
  const { rates } = zone;
  const own = rates.flatMap(({ code, bands, free_from }) => {
    const [only, ...more] = bands;
    const rate = flat.find(one => one.code === code);
    const isFlat = more.length === 0 && only?.up_to_grams === null && free_from === null;
    return rate !== undefined && isFlat ? [{ ...rate, price: only.price }] : [];
  });
  return own.length === rates.length ? own : [];
}

/** Whether parcels to some regions of the country cost something else. */
const isDivided = (zones: ListedStore['shipping_zones'], country: string): boolean =>
  zones.some(({ countries, regions }) => countries.includes(country) && regions.length > 0);

/** The zone that names the country of the store. */
function homeZone({ shipping_zones: zones, ...store }: ListedStore) {
  const country = countryCodeOf(store.country);
  const zone = country && zoneFor(zones, { country, region: store.region });
  return zone && !zone.is_rest_of_world ? { ...zone, country } : undefined;
}

/** The cheapest delivery in the country of the store, for pages that know no address yet. */
function homeDelivery(store: ListedStore) {
  const { currency } = store;
  const zone = homeZone(store);
  if (zone === undefined) return {};
  const [cheapest] = zone.rates
    .map(rate => ({ ...rate, lowest: lowestZonePrice([{ rates: [rate] }], currency) ?? 0 }))
    .sort((a, b) => a.lowest - b.lowest);
  if (cheapest === undefined) return {};
  const { days_min, days_max, lowest } = cheapest;
  const price = formatMoney(lowest, currency);
  return { home_delivery: { country: zone.country, price, days_min, days_max } };
}
