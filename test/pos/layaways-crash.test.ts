import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { customer } from '../../src/seed/data.js';
import { article, levelOf } from '../storefront/checkout-support.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { type Counter, counterOf } from '../transactions/support.js';

/** Answers requests and dies before anything that follows a commit. */
let dying: Shop;
let counter: Counter;
beforeAll(async () => {
  dying = await openShop({ background: false });
  counter = counterOf(dying);
});
afterAll(() => dying.close());

const cash = (amount: string) => ({ payment_method_id: 'cash', tendered_amount: amount });
const keep = () =>
  counter.post('/layaways/', {
    line_items: [{ sku: 'CRASH', quantity: 2 }],
    customer_id: customer.id,
    deposit: cash('20.00'),
  });
const violated = async () =>
  (await checkInvariants(dying.platform.db)).filter(({ offending }) => offending > 0);

it('keeps the goods of a paid layaway reserved until another node takes them out of stock', async () => {
  await article(dying, 'CRASH', { stock: 3, price: '50.00' });
  const { id } = (await keep()).body;
  const last = await counter.post(`/layaways/${id}/pay/`, cash('88.25'));
  expect(last.body.status).toBe('completed');
  expect(await levelOf(dying, 'CRASH')).toEqual({ on_hand: 3, reserved: 2 });
  // One is left; the two that were paid are not promised to the next customer.
  expect((await keep()).body.code).toBe('INSUFFICIENT_STOCK');
  expect(await violated()).toEqual([]);

  const other = await openShop({ beside: dying });
  try {
    await expect.poll(() => levelOf(dying, 'CRASH'), soon).toEqual({ on_hand: 1, reserved: 0 });
    expect(await violated()).toEqual([]);
  } finally {
    await other.close();
  }
});
