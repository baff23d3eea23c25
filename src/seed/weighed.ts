import { statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';
import { AIRPORT_ID, categories, demoId, ZURICH_ID } from './data.js';

const variant = {
  id: demoId('a00e', 1),
  sku: 'GRUYERE-KG',
  price: '26.00',
  cost: '14.20',
  unit: 'kg',
  /** The item code on the labels of the scale. */
  barcode: '10432',
  sanity_id: 'variant-gruyere-kg',
};

const product = {
  slug: 'gruyere',
  name: 'Gruyère AOP',
  description: 'A hard cheese, aged for twelve months and cut at the counter.',
  tax_class: 'reduced',
  sanity_id: 'product-gruyere',
};

/** `28 10432 00350 c` is a label for 0.350 kg. */
const pattern = {
  id: demoId('a00f', 1),
  store_id: ZURICH_ID,
  prefix: '28',
  item_start: 3,
  item_length: 5,
  value_start: 8,
  value_length: 5,
  value_kind: 'weight',
  decimals: 3,
};

const prices = [
  { id: demoId('a00e', 2), list: 'EUR', amount: '24.90' },
  { id: demoId('a00e', 3), list: 'CHF', amount: '28.90' },
];

/** In thousandths of a kilogram. */
const stock = [
  { storeId: AIRPORT_ID, onHand: 10_000 },
  { storeId: ZURICH_ID, onHand: 25_000 },
];
const REORDER_AT = 2_000;

/**
 * Cheese by the kilogram, with the labels of Zürich's scale. The seed is a part of its own, so that
 * demo shops of earlier releases get it too.
 */
export async function seedWeighed(tx: Tx, { clock }: Platform): Promise<void> {
  const pantry = categories.find(({ slug }) => slug === 'pantry');
  const { id: productId } = await tx
    .insertInto('products')
    .values({ ...product, category_id: pantry?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('product_variants')
    .values({ ...variant, product_id: productId })
    .execute();
  await tx.insertInto('barcode_patterns').values(pattern).execute();
  for (const { id, list, amount } of prices) {
    await statement(
      tx,
      `insert into prices (id, price_list_id, variant_id, amount)
       select $1, id, $2, $3 from price_lists where code = $4`,
      [id, variant.id, amount, list],
    );
  }
  for (const { storeId, onHand } of stock) await open(tx, storeId, onHand, clock.now());
}

async function open(tx: Tx, storeId: string, onHand: number, now: Date): Promise<void> {
  const level = { store_id: storeId, variant_id: variant.id, on_hand: onHand };
  await tx
    .insertInto('inventory_levels')
    .values({ ...level, id: newId(now), reorder_point: REORDER_AT })
    .execute();
  await tx
    .insertInto('stock_movements')
    .values({
      ...level,
      id: newId(now),
      kind: 'initial',
      quantity: onHand,
      reason: 'Opening stock',
      occurred_at: now,
    })
    .execute();
}
