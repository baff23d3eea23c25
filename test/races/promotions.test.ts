import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { promoCode } from '../promotions/support.js';
import { article, complete, crowd, openCheckoutShop } from '../storefront/checkout-support.js';
import { inParallel, type Shop } from '../storefront/support.js';
import { basket } from '../transactions/support.js';

/** Both nodes share one database. */
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  other = await openCheckoutShop({ beside: shop });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const TILLS = 100;
const SHOPPERS = 100;
const USES = 50;

it(`gives ${USES} uses of a code to ${TILLS} tills and ${SHOPPERS} shoppers, and not one more`, {
  timeout: 240_000,
}, async () => {
  await article(shop, 'CODED', { price: '10.00', stock: 1_000 });
  const { code, id } = await promoCode(shop, { usage_limit: USES });
  const people = await crowd(shop, SHOPPERS, [['CODED', 1]]);
  // Entering codes is limited to 60 a minute per address.
  await statement(shop.platform.db, 'update carts set promo_code = $1 where id = any($2)', [
    code,
    people.map(({ visit }) => visit.cartId),
  ]);
  const token = await shop.tillToken();
  const body = basket([{ sku: 'CODED', price: '10.00' }], '0.74', {
    promo_codes: [code],
    total_amount: '9.74',
  });
  const replies = await inParallel(TILLS + SHOPPERS, n => {
    const node = n % 4 < 2 ? shop : other;
    if (n % 2 === 0) {
      return node.call('POST', '/pos/transactions/create/', { token, body });
    }
    const { visit, id: checkout } = people[(n - 1) / 2] as (typeof people)[number];
    return complete(node, visit, checkout);
  });
  const sold = replies.filter(({ status }) => status === 200 || status === 201);
  const refusals = replies.filter(({ status }) => status >= 300).map(({ body: { code } }) => code);
  expect([...new Set(refusals)]).toEqual(['PROMO_CODE_NOT_VALID']);
  expect(sold).toHaveLength(USES);
  const [row] = await statement<object>(
    shop.platform.db,
    `select used_count, (select count(*)::int from promo_code_usages u
       where u.code_id = k.id and u.released_at is null) as rows
     from promo_codes k where id = $1`,
    [id],
  );
  expect(row).toEqual({ used_count: USES, rows: USES });
});
