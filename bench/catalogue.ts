import { atomically, statement } from '../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../src/seed/data.js';
import type { Bench } from './bench.js';

export const VARIANTS_PER_PRODUCT = 4;
/** Every word is in the names of so many products, whatever the size of the catalogue. */
export const PRODUCTS_PER_WORD = 25;
export const PRICE = '18.00';

/** All variants of the generated products, in stock at one store. */
export const skuOf = (n: number): string => `BULK-${n}`;
export const barcodeOf = (n: number): string => `29${String(n).padStart(10, '0')}`;
export const slugOf = (product: number): string => `bulk-${product}`;
export const wordOf = (product: number): string => `word${Math.floor(product / PRODUCTS_PER_WORD)}`;

/** Written at once; more would take longer than a statement may on a busy machine. */
const STEP = 20_000;

/** Writes variants up to `to` directly into the tables, after those of an earlier scenario. */
export async function growCatalogue(bench: Bench, to: number): Promise<void> {
  const from = await variantsWritten(bench);
  for (let at = from; at < to; at += STEP) await writeVariants(bench, at, Math.min(at + STEP, to));
  for (const table of ['products', 'product_variants', 'inventory_levels']) {
    await statement(bench.db, `vacuum analyze ${table}`);
  }
}

async function variantsWritten({ db }: Bench): Promise<number> {
  const rows = await statement<{ count: number }>(
    db,
    `select count(*)::int as count from product_variants where sku ^@ 'BULK-'`,
  );
  return rows[0]?.count ?? 0;
}

async function writeVariants({ db }: Bench, from: number, to: number): Promise<void> {
  await atomically(db, async tx => {
    // Skips foreign-key checks and triggers for each row.
    await statement(tx, `set local session_replication_role = 'replica'`);
    await statement(
      tx,
      `with groups as materialized (
         select id, row_number() over (order by id) - 1 as n, count(*) over () as count from categories
         where not requires_kyc
       ), made as (
         insert into products (slug, name, category_id)
         select 'bulk-' || p, 'Bulk word' || p / $4::int || ' ' || p, groups.id
         from generate_series($1::int / $3::int, $2::int / $3::int - 1) as p
           join groups on groups.n = p % groups.count
         returning id, slug
       ), variants as (
         insert into product_variants (id, product_id, sku, name, barcode, price, cost)
         select uuidv7(), made.id, 'BULK-' || n, '', '29' || lpad(n::text, 10, '0'), $5::numeric, 9
         from generate_series($1::int, $2::int - 1) as n
           join made on made.slug = 'bulk-' || n / $3::int
         returning id
       )
       insert into inventory_levels (id, store_id, variant_id, on_hand)
       select uuidv7(), $6, id, 1000000 from variants`,
      [from, to, VARIANTS_PER_PRODUCT, PRODUCTS_PER_WORD, PRICE, DOWNTOWN_ID],
    );
    await statement(tx, 'update reference_version set version = version + 1');
  });
}
