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

const TOLD =
  /^(product|product_variant|category|brand|product_type|collection|payment_method)\.(saved|deleted)$/;

/** Everything a refused write must leave as it was, facts included. */
export async function state(shop: Shop): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    TABLES.map(async table => [
      table,
      (await shop.platform.db.selectFrom(table).selectAll().execute())
        .map(row => JSON.stringify(row))
        .sort(),
    ]),
  );
  return { ...Object.fromEntries(rows), facts: await facts(shop) };
}

/** What happened to records of the whole chain so far, in order: the event, the record it is about and what it says. */
export async function facts(shop: Shop): Promise<[string, string | null, unknown][]> {
  await shop.settleEvents();
  const rows = await shop.platform.db
    .selectFrom('events')
    .select(['event', 'subject_id', 'data'])
    .where('store_id', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.filter(row => TOLD.test(row.event)).map(row => [row.event, row.subject_id, row.data]);
}

/** The facts that `work` caused. */
export async function factsOf(shop: Shop, work: () => Promise<unknown>) {
  const before = (await facts(shop)).length;
  await work();
  return (await facts(shop)).slice(before);
}
