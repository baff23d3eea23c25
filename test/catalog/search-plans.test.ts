import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProducts } from '../../src/domains/catalog/index.js';
import { listLevels } from '../../src/domains/inventory/repository.js';
import { atomically, statement, type Tx } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { rowsRead } from '../support/rows-read.js';
import { openShop, type Shop } from '../support/service.js';

const PRODUCTS = 3_000;
const VARIANTS = 2 * PRODUCTS;
/** Matches are counted up to this number before a list is looked through in its order. */
const COUNTED = 5_001;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
  await atomically(shop.platform.db, async tx => {
    await statement(tx, `set local session_replication_role = 'replica'`);
    await statement(
      tx,
      `with made as (
         insert into products (slug, name)
         select 'plan-' || n, case when n % 1000 = 7 then 'Rare ' else 'Common ' end || n
         from generate_series(1, $1::int) n returning id
       ), variants as (
         insert into product_variants (id, product_id, sku, name, price)
         select uuidv7(), id, 'PLAN-' || id || '-' || size, size, 5
         from made, unnest(array['S', 'M']) size returning id
       )
       insert into inventory_levels (id, store_id, variant_id, on_hand)
       select uuidv7(), $2, id, 1 from variants`,
      [PRODUCTS, DOWNTOWN_ID],
    );
  });
  for (const table of ['products', 'product_variants', 'inventory_levels']) {
    await statement(shop.platform.db, `analyze ${table}`);
  }
});
afterAll(() => shop.close());

const BY_NAME = { field: 'name', descending: false } as const;
const products = (tx: Tx, q: string) => listProducts(tx, { q }, BY_NAME, undefined, 51);
const levels = (tx: Tx, q: string) => listLevels(tx, { q }, undefined, 51);

/** The rows that the work reads of each table, and what it found. */
const readBy = <T>(work: (tx: Tx) => Promise<T[]>) =>
  atomically(shop.platform.db, async tx => {
    const tables = ['products', 'product_variants', 'inventory_levels'];
    const before = await Promise.all(tables.map(table => rowsRead(tx, table)));
    const found = await work(tx);
    const after = await Promise.all(tables.map(table => rowsRead(tx, table)));
    return { found, read: after.map((count, at) => count - (before[at] ?? 0)) };
  });

describe('a search at the desk', () => {
  it('for a common word looks through the list in its order until the page is full', async () => {
    const { found, read } = await readBy(tx => products(tx, 'plan-'));
    expect(found.map(({ name }) => name).slice(0, 2)).toEqual(['Common 1', 'Common 10']);
    expect(found).toHaveLength(51);
    const [ofProducts = 0, ofVariants = 0] = read;
    // The names are looked at once; then the page and the products before it.
    expect(ofProducts).toBeLessThan(PRODUCTS + 500);
    expect(ofVariants).toBeLessThan(COUNTED + 1_000);
  });

  it('for stock of a common SKU reads no level beyond those near the page', async () => {
    const { found, read } = await readBy(tx => levels(tx, 'plan'));
    expect(found).toHaveLength(51);
    expect(found.map(({ sku }) => sku)).toEqual(found.map(({ sku }) => sku).toSorted());
    expect(read[2]).toBeLessThan(2_000 + 200);
  });

  it('for a rare word reads its products only', async () => {
    const { found, read } = await readBy(tx => products(tx, 'rare'));
    expect(found.map(({ name }) => name)).toEqual(['Rare 1007', 'Rare 2007', 'Rare 7']);
    expect(read[0]).toBeLessThan(50);
    expect(read[1]).toBeLessThan(50);
    const stock = await readBy(tx => levels(tx, 'rare'));
    expect(stock.found).toHaveLength(6);
    expect(stock.read[2]).toBeLessThan(50);
  });

  it('for a common word shows every match once, page by page', async () => {
    const seen: number[] = [];
    let after: { key: string; id: number } | undefined;
    do {
      const page = await listProducts(shop.platform.db, { q: 'plan' }, BY_NAME, after, 1_000);
      seen.push(...page.map(({ id }) => id));
      const last = page[999];
      after = last && { key: last.sort_key, id: last.id };
    } while (after !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([PRODUCTS, PRODUCTS]);
    expect(VARIANTS).toBeGreaterThan(COUNTED);
  });
});
