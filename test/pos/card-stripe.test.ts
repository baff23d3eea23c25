import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStripeDouble } from '../payments/doubles/stripe.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';

let stripe: Awaited<ReturnType<typeof startStripeDouble>>;
let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  stripe = await startStripeDouble();
  shop = await openShop({
    background: false,
    env: { PRIMARY_API_KEY: 'sk_test_key', PRIMARY_API_BASE: stripe.url },
  });
  counter = counterOf(shop);
});
afterAll(async () => {
  await shop.close();
  await stripe.close();
});

const path = (sale: string) => `/pos/transactions/${sale}/card/`;
const look = async (sale: string) => (await counter.get(path(sale), await shop.tillToken())).body;

async function setReader(id: string | null): Promise<void> {
  const reply = await shop.call('PATCH', '/stores/DOWNTOWN/terminals/T-001/', {
    token: await shop.officeToken(),
    body: { reader_id: id },
  });
  expect([reply.status, reply.body.reader_id]).toEqual([200, id]);
}

it('is refused at a till without a reader, and nothing is stored', async () => {
  const sale = await counter.ring();
  const before = await counter.recordCounts();
  const reply = await counter.post(path(sale), {});
  expect([reply.status, reply.body.code]).toEqual([409, 'NO_READER']);
  expect(await counter.recordCounts()).toEqual(before);
});

it('is shown on the reader that was added as a device, which a test finds without a payment', async () => {
  const token = await shop.officeToken();
  const devices = '/terminals/T-001/devices/';
  const body = { kind: 'card_reader', name: 'Reader', connection: 'processor' };
  const made = await shop.call('POST', devices, { token, body });
  expect([made.status, made.body.reader_id]).toEqual([201, null]);
  const one = `${devices}${made.body.id}/`;
  const test = () => shop.call('POST', `${one}test/`, { token });
  const unset = await test();
  expect([unset.status, unset.body.code]).toEqual([409, 'NO_READER']);
  const change = (fields: object) => shop.call('PATCH', one, { token, body: fields });
  expect((await change({ reader_id: 'tmr_9' })).body.reader_id).toBe('tmr_9');
  expect((await test()).body).toEqual({ outcome: 'not_found' });
  await change({ reader_id: 'tmr_1' });
  const ready = await test();
  expect([ready.status, ready.body]).toEqual([200, { outcome: 'ready' }]);
  const sale = await counter.ring();
  const { body: started } = await counter.post(path(sale), {});
  expect(stripe.shownOn('tmr_1')).toBe(started.payment_intent_id);
  expect((await test()).body).toEqual({ outcome: 'busy' });
  await counter.post(`${path(sale)}cancel/`);
  expect((await shop.call('DELETE', one, { token })).status).toBe(204);
  const refused = await counter.post(path(sale), {});
  expect([refused.status, refused.body.code]).toEqual([409, 'NO_READER']);
});

it("is shown on the till's reader, and the card comes from the processor", async () => {
  await setReader('tmr_1');
  const sale = await counter.ring();
  const { status, body } = await counter.post(path(sale), {});
  expect([status, body.status]).toEqual([202, 'in_progress']);
  expect(stripe.shownOn('tmr_1')).toBe(body.payment_intent_id);
  expect((await look(sale)).status).toBe('in_progress');
  stripe.presentCard('tmr_1');
  expect(await look(sale)).toMatchObject({
    payment_intent_id: body.payment_intent_id,
    status: 'succeeded',
    card_last_four: '4242',
    card_brand: 'visa',
    transaction: { status: 'completed', total_paid: '13.53' },
  });
  expect(stripe.charged()).toEqual([1_353]);
  const voided = await counter.voidSale(sale);
  expect(voided.body.payment_records[0].refunds).toMatchObject([{ status: 'succeeded' }]);
  expect(stripe.refunded()).toEqual([1_353]);
});

it('is canceled at the reader when the till cancels', async () => {
  await setReader('tmr_2');
  const sale = await counter.ring();
  await counter.post(path(sale), {});
  const reply = await counter.post(`${path(sale)}cancel/`);
  expect([reply.status, reply.body.status]).toEqual([200, 'canceled']);
  expect(stripe.shownOn('tmr_2')).toBeUndefined();
  expect(stripe.charged()).toEqual([1_353]);
});

it('is uncertain while Stripe does not answer, and ends when it does', async () => {
  await setReader('tmr_2');
  const sale = await counter.ring();
  stripe.fail('error');
  const first = await counter.post(path(sale), {});
  expect([first.status, first.body]).toMatchObject([
    202,
    { status: 'uncertain', payment_intent_id: null },
  ]);
  expect(await look(sale)).toMatchObject({ status: 'canceled', failure_code: 'not_started' });
  const second = await counter.post(path(sale), {});
  stripe.presentCard('tmr_2', 'card_declined');
  expect(await look(sale)).toMatchObject({
    payment_intent_id: second.body.payment_intent_id,
    status: 'declined',
    failure_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  });
  expect(stripe.charged()).toEqual([1_353]);
});
