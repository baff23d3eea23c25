import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, MUG_TOTAL } from '../transactions/support.js';
import { ENV, newIntentId, send, succeeded, until } from '../webhooks/support.js';
import { age, chargeOf, paymentRow, runReview } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: ENV });
});
afterAll(() => shop.close());

const recorded = async (intent: string): Promise<string> => {
  const counter = counterOf(shop);
  const paid = await counter.post('/payments/payments/', {
    transaction: await counter.ring(),
    payment_method: 'card',
    amount: MUG_TOTAL,
    processor_transaction_id: intent,
  });
  return paid.body.id;
};
const taskStatus = async (payment: string): Promise<string | undefined> =>
  (
    await shop.platform.db
      .selectFrom('tasks')
      .select('status')
      .where('task_id', '=', `payment-review-${payment}`)
      .executeTakeFirst()
  )?.status;

it('completes the task when the webhook confirms the payment', async () => {
  const intent = newIntentId();
  const payment = await recorded(intent);
  await age(shop, payment, 25 * 60);
  await runReview(shop);
  expect(await taskStatus(payment)).toBe('pending');
  await send(shop, succeeded({ id: intent, amount_received: 1_353, currency: 'usd' }));
  expect((await paymentRow(shop, payment)).verification).toBe('confirmed');
  await until(async () => (await taskStatus(payment)) === 'completed');
});

it('puts an accepted payment into review again when the webhook reports another amount', async () => {
  const token = await shop.officeToken('manager');
  const intent = newIntentId();
  const payment = await recorded(intent);
  const url = `/payments/${payment}/review/`;
  const body = { decision: 'accept', note: 'Seen on the terminal' };
  expect((await shop.call('POST', url, { token, body })).status).toBe(200);
  await send(shop, succeeded({ id: intent, amount_received: 1_000, currency: 'usd' }));
  expect((await shop.call('GET', url, { token })).body).toMatchObject({
    in_review: true,
    reason: 'mismatch',
    reason_text: 'The processor reports 10.00 USD, but 13.53 USD is booked.',
    decisions: [{ decision: 'accept' }],
  });
});

it('asks about the other payments when one processor fails', async () => {
  const [broken, fine] = [
    await recorded(newIntentId()),
    await recorded(await chargeOf(shop, 1_353)),
  ];
  await statement(shop.platform.db, `update payments set processor_type = 'gone' where id = $1`, [
    broken,
  ]);
  await Promise.all([age(shop, broken, 20), age(shop, fine, 20)]);
  await runReview(shop);
  expect((await paymentRow(shop, fine)).verification).toBe('confirmed');
  expect((await paymentRow(shop, broken)).verification).toBe('unverified');
  const asked = await shop.platform.db
    .selectFrom('payment_reviews')
    .select(['answer', 'asks'])
    .where('payment_id', '=', broken)
    .executeTakeFirst();
  expect(asked).toEqual({ answer: 'unavailable', asks: 1 });
});
