import type { NotNull } from 'kysely';
import type { Shop } from '../support/service.js';

const TABLES = [
  'products',
  'product_variants',
  'product_collections',
  'categories',
  'brands',
  'product_types',
  'collections',
  'payment_methods',
] as const;

const CATALOG_EVENT =
  /^(product|product_variant|category|brand|product_type|collection|payment_method)\.(saved|deleted)$/;

/** Everything that a refused write must leave unchanged, events included. */
export async function state(shop: Shop): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    TABLES.map(async table => [
      table,
      (await shop.platform.db.selectFrom(table).selectAll().execute())
        .map(row => JSON.stringify(row))
        .sort(),
    ]),
  );
  return { ...Object.fromEntries(rows), events: await catalogEvents(shop) };
}

/** Events of the whole chain so far, in order: name, record id and data. */
export async function catalogEvents(shop: Shop): Promise<[string, string | null, unknown][]> {
  await shop.settleEvents();
  const rows = await shop.platform.db
    .selectFrom('events')
    .select(['event', 'subject_id', 'data'])
    .$narrowType<{ event: NotNull }>()
    .where('store_id', 'is', null)
    .orderBy('seq')
    .execute();
  return rows
    .filter(row => CATALOG_EVENT.test(row.event))
    .map(row => [row.event, row.subject_id, row.data]);
}

/** The events that `work` caused. */
export async function eventsOf(shop: Shop, work: () => Promise<unknown>) {
  const before = (await catalogEvents(shop)).length;
  await work();
  return (await catalogEvents(shop)).slice(before);
}
