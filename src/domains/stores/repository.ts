import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Stores } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { ShippingZone } from './shipping/rules.js';

export type Store = Selectable<Stores>;

/** A tax rate of a class of goods on some days. */
export type ClassRate = {
  tax_class: string;
  rate: string;
  valid_from: string | null;
  valid_to: string | null;
};

/** `rate` is that of standard goods on days that no class rate covers. */
export type StoreTax = {
  id: string;
  code: string;
  name: string;
  rate: string;
  rates: ClassRate[];
};

/** A tax of the addresses in a place, see `taxesAt`. */
export type DestinationTax = StoreTax & { country: string; region: string | null };

/** A store with its active taxes and its shipping zones. */
export type StoreWithTaxes = Store & {
  tax_jurisdictions: StoreTax[];
  /** Empty unless the store taxes orders where they are shipped to. */
  destination_taxes: DestinationTax[];
  shipping_zones: ShippingZone[];
};

/** Jurisdiction `j` with its rates. */
const TAX = `jsonb_build_object('id', j.id, 'code', j.code, 'name', j.name, 'rate', j.rate::text,
  'rates', coalesce((select jsonb_agg(jsonb_build_object('tax_class', r.tax_class, 'rate', r.rate::text,
      'valid_from', r.valid_from, 'valid_to', r.valid_to) order by r.tax_class, r.valid_from)
    from tax_rates r where r.jurisdiction_id = j.id), '[]'::jsonb))`;

const withTaxes = (reader: Reader) =>
  reader
    .selectFrom('stores')
    .selectAll('stores')
    .select(
      sql<StoreWithTaxes['tax_jurisdictions']>`coalesce((
        select jsonb_agg(${sql.raw(TAX)} order by j.code)
        from store_tax_jurisdictions sj join tax_jurisdictions j on j.id = sj.jurisdiction_id
        where sj.store_id = stores.id and j.is_active), '[]'::jsonb)`.as('tax_jurisdictions'),
    )
    .select(
      sql<DestinationTax[]>`case when stores.tax_sourcing = 'destination' then coalesce((
        select jsonb_agg(${sql.raw(TAX)}
          || jsonb_build_object('country', j.country, 'region', j.region) order by j.code)
        from tax_jurisdictions j where j.country is not null and j.is_active), '[]'::jsonb)
        else '[]'::jsonb end`.as('destination_taxes'),
    )
    .select(
      sql<ShippingZone[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'countries', z.countries,
          'regions', z.regions, 'is_rest_of_world', z.is_rest_of_world, 'rates', z.rates)
          order by z.id)
        from shipping_zones z where z.store_id = stores.id), '[]'::jsonb)`.as('shipping_zones'),
    );

/**
 * By UUID, code or content id, in this order, so that no store can be found by the reference of
 * another: codes never look like a UUID, and a content id counts only if no code matches.
 */
export async function findStore(reader: Reader, ref: string): Promise<StoreWithTaxes | undefined> {
  if (isUuid(ref)) return withTaxes(reader).where('stores.id', '=', ref).executeTakeFirst();
  const rows = await withTaxes(reader)
    .where(eb => eb.or([eb('stores.code', '=', ref), eb('stores.sanity_id', '=', ref)]))
    .execute();
  return rows.find(row => row.code === ref) ?? rows[0];
}

export const listStores = (reader: Reader): Promise<StoreWithTaxes[]> =>
  withTaxes(reader).execute();

/** Changes of these stores follow each other. Sales that refer to them go on. */
export async function lockedStores(tx: Tx, ids: readonly string[]): Promise<StoreWithTaxes[]> {
  await statement(
    tx,
    'select id from stores where id = any($1::uuid[]) order by id for no key update',
    [ids],
  );
  return storesById(tx, ids);
}

export const storesById = (reader: Reader, ids: readonly string[]): Promise<StoreWithTaxes[]> =>
  withTaxes(reader)
    .where('stores.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('stores.code')
    .execute();

export async function storeIds(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('stores').select('id').execute();
  return rows.map(row => row.id);
}

/** Node and PostgreSQL have separate lists of time zones; a store's must be in both. */
export async function knowsTimeZone(reader: Reader, name: string): Promise<boolean> {
  const rows = await statement(reader, 'select 1 as known from pg_timezone_names where name = $1', [
    name,
  ]);
  return rows.length > 0;
}

export const insertStore = (tx: Tx, row: Insertable<Stores>) =>
  tx.insertInto('stores').values(row).execute();

export const updateStore = (tx: Tx, id: string, change: Updateable<Stores>) =>
  tx
    .updateTable('stores')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteStore = (tx: Tx, id: string) =>
  tx.deleteFrom('stores').where('id', '=', id).execute();

export async function setStoreJurisdictions(
  tx: Tx,
  storeId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.deleteFrom('store_tax_jurisdictions').where('store_id', '=', storeId).execute();
  await statement(
    tx,
    'insert into store_tax_jurisdictions (store_id, jurisdiction_id) select $1, unnest($2::uuid[])',
    [storeId, ids],
  );
}
