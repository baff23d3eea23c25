import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRefund } from '../../src/domains/payments/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { AIRPORT, DOWNTOWN, open, pay, payByCard } from './support.js';

let shop: Shop;
let till: string;
let office: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  [till, office] = await Promise.all([shop.tillToken(), shop.officeToken()]);
});
afterAll(() => shop.close());

const get = (url: string, token = till) => shop.call('GET', url, { token });

it('shows a payment with its refunds, without the cashier and the till', async () => {
  const payment = await payByCard(shop, { totalMinor: 4_000 });
  const refund = await open(shop, payment, 1_500, { cause: 'return' });
  const done = await runRefund(shop.platform, refund.id);
  const answer = await get(`/payments/${payment.id}/`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: payment.id,
    payment_id: payment.id,
    transaction: payment.number,
    store: DOWNTOWN,
    shift: null,
    payment_method: payment.payment_method_id,
    payment_method_code: 'card',
    payment_method_name: expect.any(String),
    payment_method_type: 'card',
    amount: '40.00',
    rounding: '0.00',
    tip: '0.00',
    tendered: '40.00',
    currency: 'USD',
    status: 'succeeded',
    processor_type: 'primary',
    processor_transaction_id: payment.processor_transaction_id,
    verification: 'not_needed',
    review_reason: null,
    review_decision: null,
    settlement: null,
    failure_code: null,
    card_last_four: null,
    card_brand: null,
    reference: null,
    refunded_amount: '15.00',
    processed_at: payment.processed_at?.toISOString(),
    created_at: payment.created_at.toISOString(),
    refunds: [
      {
        id: refund.id,
        refund_id: refund.refund_id,
        amount: '15.00',
        rounding: '0.00',
        tip: '0.00',
        status: 'succeeded',
        cause: 'return',
        reason: 'wrong size',
        refund_to: 'original',
        way: 'processor',
        action_required: null,
        processor_refund_id: done.processor_refund_id,
        shift_id: null,
        reference: null,
        confirmed_by: null,
        confirmed_at: null,
        store_credit_code: null,
        processed_at: done.processed_at?.toISOString(),
        created_at: refund.created_at.toISOString(),
      },
    ],
  });
  const twin = await get(`/payments/payments/${payment.id}/`);
  expect(twin.body).toEqual(answer.body);
});

it('lists payments newest first, page by page, at both paths', async () => {
  const made = [];
  for (let n = 0; n < 5; n += 1) made.push(await pay(shop, { method: 'cash' }));
  const newest = made.map(payment => payment.id).reverse();
  for (const path of ['/payments/', '/payments/payments/']) {
    const first = await get(`${path}?limit=3`);
    expect(first.body.map((row: { id: string }) => row.id)).toEqual(newest.slice(0, 3));
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await get(next);
    expect(second.body.slice(0, 2).map((row: { id: string }) => row.id)).toEqual(newest.slice(3));
  }
});

it('filters payments by sale, method and status', async () => {
  const payment = await pay(shop, { method: 'card_square' });
  const ids = async (query: string) =>
    (await get(`/payments/?${query}`)).body.map((row: { id: string }) => row.id);
  expect(await ids(`transaction=${payment.number}`)).toEqual([payment.id]);
  expect(await ids(`transaction=saleTransaction_${payment.transaction_id}`)).toEqual([payment.id]);
  expect(await ids('transaction=TXN-20200101-00000000')).toEqual([]);
  expect(await ids('payment_method=card_square')).toEqual([payment.id]);
  expect(await ids(`payment_method=${payment.payment_method_id}&status=succeeded`)).toEqual([
    payment.id,
  ]);
  expect(await ids(`payment_method=${payment.payment_method_id}&status=voided`)).toEqual([]);
  expect(await ids('payment_method=nonsense')).toEqual([]);
});

it('hides the payments and refunds of one store from the till of another', async () => {
  const payment = await payByCard(shop, { storeId: AIRPORT });
  const refund = await open(shop, payment, 100);
  for (const path of [
    `/payments/${payment.id}/`,
    `/payments/payments/${payment.id}/`,
    `/payments/refunds/${refund.id}/`,
    `/payments/refunds/${refund.refund_id}/`,
  ]) {
    expect((await get(path)).status).toBe(404);
    expect((await get(path, office)).status).toBe(200);
  }
  for (const list of ['/payments/', '/payments/refunds/']) {
    const byStore = `${list}?store=AIRPORT&limit=1`;
    expect((await get(byStore)).body).toEqual([]);
    expect((await get(byStore, office)).body).toHaveLength(1);
    const bySale = await get(`${list}?transaction=${payment.number}`);
    expect(bySale.body).toEqual([]);
  }
});

it('answers 404 for an invalid payment id and for removed routes', async () => {
  expect((await get(`/payments/${newId()}/`)).status).toBe(404);
  expect((await get('/payments/refunds/REF-20200101-00000000/')).status).toBe(404);
  for (const path of ['/payments/connection-token/', '/payments/create-intent/', '/payments/x/']) {
    expect((await get(path)).status).toBe(404);
    expect((await shop.call('POST', path, { token: till, body: {} })).status).toBe(404);
  }
});

it.each(['limit=0', 'limit=201', 'cursor=x', 'status=odd', 'colour=red'])(
  'refuses to list by %s',
  async query => {
    expect((await get(`/payments/?${query}`)).status).toBe(400);
  },
);

it('needs a login', async () => {
  for (const path of ['/payments/', `/payments/${newId()}/`, '/payments/refunds/']) {
    expect((await shop.call('GET', path)).status).toBe(401);
  }
});

it('lets a manager retry a failed refund', async () => {
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 10_000);
  const restore = setSandboxFaults({ refund: () => 'fail' });
  await runRefund(shop.platform, refund.id);
  restore();
  const path = `/payments/refunds/${refund.refund_id}/`;
  expect((await get(path)).body).toMatchObject({
    refund_id: refund.refund_id,
    payment: payment.id,
    transaction: payment.number,
    store: DOWNTOWN,
    shift: null,
    amount: '100.00',
    status: 'failed',
    processor_refund_id: null,
    processed_at: null,
    attempts: 1,
    last_error: 'processing_error: The processor refused.',
  });
  expect((await shop.call('POST', `${path}retry/`, { token: till })).status).toBe(403);
  expect((await get(path)).body.attempts).toBe(1);
  const headers = { 'idempotency-key': newId() };
  const answer = await shop.call('POST', `${path}retry/`, { token: office, headers });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: 'succeeded', attempts: 2, next_attempt_at: null });
  const replayed = await shop.call('POST', `${path}retry/`, { token: office, headers });
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(replayed.body).toEqual(answer.body);
  expect((await shop.call('POST', `${path}retry/`, { token: office })).status).toBe(409);
});
