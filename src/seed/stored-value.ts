import { hashesOfCode } from '../domains/stored-value/index.js';
import type { Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';
import { DOWNTOWN_ID, demoId } from './data.js';

const paymentMethods = [
  {
    id: demoId('a005', 7),
    code: 'gift_card',
    name: 'Gift card',
    method_type: 'gift_card',
    display_order: 7,
    description: 'A card sold here, by its code',
  },
  {
    id: demoId('a005', 8),
    code: 'points',
    name: 'Points',
    method_type: 'points',
    display_order: 8,
    description: 'Points of the customer: 100 are worth 1.00',
  },
];

const product = {
  slug: 'gift-card',
  name: 'Gift Card',
  description: 'For any amount at the counter; by mail from the web shop.',
  category_id: null,
  is_tax_exempt: true,
  is_digital: true,
  sanity_id: 'product-gift-card',
};

const variant = {
  id: demoId('a007', 901),
  sku: 'GIFT-CARD',
  name: '',
  barcode: '2000000009012',
  price: '25.00',
  cost: '0.00',
  sort_order: 901,
  sanity_id: 'variant-gift-card',
};

/** Its code is published, so it is worth something in a demo only. */
export const DEMO_GIFT_CARD = { code: 'GIFT-DEMO-0000-0001', amount: '50.00', currency: 'USD' };

/** 100 points are worth 1.00 in every currency of the demo. */
const POINTS_VALUE = '0.01';

/** Gift cards and points. A part of its own, so that demo shops of earlier releases get them too. */
export async function seedStoredValue(tx: Tx, { config, clock }: Platform): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values(paymentMethods)
    .onConflict(conflict => conflict.column('code').doNothing())
    .execute();
  await tx.updateTable('stores').set({ points_value: POINTS_VALUE }).execute();
  const { id } = await tx
    .insertInto('products')
    .values(product)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('product_variants')
    .values({ ...variant, product_id: id })
    .execute();
  for (const [n, code] of [
    [1, 'EUR'],
    [2, 'CHF'],
  ] as const) {
    const list = await tx
      .selectFrom('price_lists')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    if (list === undefined) continue;
    const price = { price_list_id: list.id, variant_id: variant.id, amount: variant.price };
    await tx
      .insertInto('prices')
      .values({ id: demoId('a00c', n * 1_000 + 901), ...price })
      .execute();
  }
  const account = {
    id: demoId('a010', 1),
    kind: 'gift_card',
    code_hash: hashesOfCode(config, DEMO_GIFT_CARD.code)[0],
    code_last_four: DEMO_GIFT_CARD.code.slice(-4),
    store_id: DOWNTOWN_ID,
    currency: DEMO_GIFT_CARD.currency,
  };
  await tx.insertInto('value_accounts').values(account).execute();
  await tx
    .insertInto('value_entries')
    .values({
      id: newId(),
      account_id: account.id,
      kind: 'opening',
      amount: DEMO_GIFT_CARD.amount,
      store_id: DOWNTOWN_ID,
      occurred_at: clock.now(),
    })
    .execute();
}
