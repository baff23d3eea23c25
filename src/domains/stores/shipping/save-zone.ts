import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../../access/index.js';
import { storeSaved } from '../events.js';
import { resolveStore } from '../references.js';
import { findStore } from '../repository.js';
import { refuseOverlap, refuseZone } from './check-zone.js';
import {
  insertShippingZone,
  lockStoreOfZones,
  type StoredZone,
  shippingZoneById,
  shippingZonesOf,
  updateShippingZone,
} from './repository.js';
import type { ZoneRate } from './rules.js';
import type { RateInput, ZoneInput } from './schemas.js';

/** Creates a shipping zone if `id` is undefined, or changes it. It stays with its store. */
export async function saveShippingZone(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  change: Partial<ZoneInput>,
): Promise<StoredZone> {
  const storeId = await storeOfZone(tx, caller, id, change.store);
  await lockStoreOfZones(tx, storeId);
  const store = await findStore(tx, storeId);
  if (store === undefined) throw notFound('Store');
  const zones = await shippingZonesOf(tx, storeId);
  const before = zones.find(zone => zone.id === id);
  if (id !== undefined && before === undefined) throw notFound('Shipping zone');
  const zone = {
    name: change.name?.trim() ?? before?.name ?? '',
    countries: change.countries ?? before?.countries ?? [],
    regions: change.regions?.map(region => region.trim()) ?? before?.regions ?? [],
    is_rest_of_world: change.is_rest_of_world ?? before?.is_rest_of_world ?? false,
    rates: change.rates ? ratesOf(change.rates, store.currency) : (before?.rates ?? []),
  };
  if (zone.name === '') throw invalidField('name', 'This field must not be blank.');
  const refusal =
    refuseZone(zone) ??
    refuseOverlap(
      zone,
      zones.filter(other => other !== before),
    );
  if (refusal !== undefined) throw refusal;
  const zoneId = id ?? newId();
  const columns = { ...zone, rates: JSON.stringify(zone.rates) };
  try {
    if (id !== undefined) await updateShippingZone(tx, id, columns);
    else await insertShippingZone(tx, { ...columns, id: zoneId, store_id: storeId });
  } catch (error) {
    if (brokenConstraint(error) !== 'shipping_zones_name') throw error;
    throw conflict('DUPLICATE', 'Another shipping zone of this store has this name.');
  }
  await record(tx, storeSaved(store));
  const saved = await shippingZoneById(tx, zoneId);
  if (saved === undefined) throw new Error('the saved shipping zone is missing');
  return saved;
}

async function storeOfZone(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  ref: string | undefined,
): Promise<string> {
  const named = ref === undefined ? undefined : await resolveStore(tx, caller, ref);
  if (id === undefined) {
    if (named === undefined) throw invalidField('store', 'This field is required.');
    return named;
  }
  const { store_id: storeId } = await visibleShippingZone(tx, caller, id);
  if (named !== undefined && named !== storeId) {
    throw invalidField('store', 'The store of a shipping zone cannot be changed.');
  }
  return storeId;
}

/** A zone outside the caller's stores answers like a missing one. */
export async function visibleShippingZone(
  reader: Parameters<typeof shippingZoneById>[0],
  caller: Staff,
  id: string,
): Promise<StoredZone> {
  const zone = await shippingZoneById(reader, id);
  if (zone === undefined || !maySee(caller, zone.store_id)) throw notFound('Shipping zone');
  return zone;
}

function ratesOf(rates: readonly RateInput[], currency: string): ZoneRate[] {
  refuseFractions(
    currency,
    Object.fromEntries(
      rates.flatMap(({ free_from: freeFrom, bands }, index) => [
        [`rates.${index}.free_from`, freeFrom] as const,
        ...bands.map(({ price }, band) => [`rates.${index}.bands.${band}.price`, price] as const),
      ]),
    ),
  );
  const amount = (value: string | number): string => formatMoney(minor(value, currency), currency);
  return rates.map(({ code, title, bands, free_from, days_min, days_max }) => ({
    code,
    title,
    bands: bands.map(({ up_to_grams, price }) => ({ up_to_grams, price: amount(price) })),
    free_from: free_from == null ? null : amount(free_from),
    days_min: days_min ?? null,
    days_max: days_max ?? null,
  }));
}
