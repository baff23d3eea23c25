import { afterEach, beforeAll, expect, it } from 'vitest';
import { parseProcessorType } from '../../src/domains/payments/index.js';
import { createCustomBank } from '../../src/domains/payments/processors/custom-bank/client.js';
import { createPaypal } from '../../src/domains/payments/processors/paypal/client.js';
import { createPrimary } from '../../src/domains/payments/processors/primary/client.js';
import { createSquare } from '../../src/domains/payments/processors/square/client.js';
import { newId } from '../../src/platform/ids.js';
import { startBankDouble } from './doubles/bank.js';
import { startPaypalDouble } from './doubles/paypal.js';
import { startDouble, type VendorDouble } from './doubles/server.js';
import { startSquareDouble } from './doubles/square.js';
import { startStripeDouble } from './doubles/stripe.js';

const open: VendorDouble[] = [];
async function started<T extends VendorDouble>(start: () => Promise<T>): Promise<T> {
  const vendor = await start();
  open.push(vendor);
  return vendor;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(vendor => vendor.close()));
});

// The 4,000 modules of Square's SDK load in 2 s, but in 40 s on a machine that runs other tests.
beforeAll(() => import('square'));

const QUICK = { timeoutMs: 2_000, settleMs: 0 };
const stripe = async () => {
  const vendor = await started(startStripeDouble);
  const processor = createPrimary({ apiKey: 'sk_test_key', apiBase: vendor.url, ...QUICK });
  return { vendor, processor };
};
const square = async (options: object = {}) => {
  const vendor = await started(startSquareDouble);
  const given = { accessToken: 'sq-token', apiBase: vendor.url, ...QUICK, ...options };
  return { vendor, processor: createSquare(given) };
};
const paypal = async () => {
  const vendor = await started(startPaypalDouble);
  const keys = { clientId: 'client', clientSecret: 'secret' };
  return { vendor, processor: createPaypal({ ...keys, apiBase: vendor.url, ...QUICK }) };
};

const request = (token: string | null, more: object = {}) => ({
  amountMinor: 1_250,
  currency: 'USD',
  token,
  idempotencyKey: newId(),
  ...more,
});

it.each([
  ['primary', 'primary'],
  ['square', 'square'],
  ['paypal', 'paypal'],
  ['custom_bank', 'custom_bank'],
  ['elavon', 'custom_bank'],
  ['stripe', undefined],
  ['Primary', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['toString', undefined],
])('reads the processor type %s as %s', (text, type) => {
  expect(parseProcessorType(text)).toBe(type);
});

it('confirms a payment of the primary after the challenge', async () => {
  const { vendor, processor } = await stripe();
  const asked = await processor.charge(request('pm_challenge'));
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(asked.clientSecret).toMatch(/^secret_/);
  expect(await processor.confirm(asked.paymentId)).toEqual(asked);
  vendor.challenge(asked.paymentId);
  expect(await processor.confirm(asked.paymentId)).toMatchObject({ outcome: 'succeeded' });
});

it('cancels an unanswered challenge of the primary', async () => {
  const { processor } = await stripe();
  const asked = await processor.charge(request('pm_challenge'));
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(await processor.cancel(asked.paymentId)).toMatchObject({
    outcome: 'declined',
    code: 'canceled',
  });
});

it('sends our key to the primary as idempotency key and as metadata', async () => {
  const { vendor, processor } = await stripe();
  const wanted = request('tok_good', { description: 'Order 7', metadata: { store: 'DOWNTOWN' } });
  await processor.charge(wanted);
  const [sent] = vendor.seen;
  expect(sent?.headers['idempotency-key']).toBe(wanted.idempotencyKey);
  expect(Object.fromEntries(new URLSearchParams(sent?.text))).toEqual({
    amount: '1250',
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    confirm: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': 'tok_good',
    description: 'Order 7',
    'metadata[store]': 'DOWNTOWN',
    'metadata[tillhouse_key]': wanted.idempotencyKey,
  });
});

it('charges currencies without decimals in whole units and refuses fractions', async () => {
  const { vendor, processor } = await stripe();
  const yen = { currency: 'JPY', amountMinor: 125_000 };
  expect(await processor.charge(request('pm_good', yen))).toMatchObject({
    outcome: 'succeeded',
    amountMinor: 125_000,
    currency: 'JPY',
  });
  expect(vendor.charged()).toEqual([1_250]);
  expect(
    await processor.charge(request('pm_good', { ...yen, amountMinor: 125_001 })),
  ).toMatchObject({ outcome: 'declined', code: 'amount_not_payable' });
  expect(vendor.charged()).toEqual([1_250]);
});

it.each([
  ['primary', stripe],
  ['square', square],
] as const)('throws when one key is used for two amounts (%s)', async (_, start) => {
  const { vendor, processor } = await start();
  const wanted = request(vendor.goodToken(1_250));
  await processor.charge(wanted);
  await expect(processor.charge({ ...wanted, amountMinor: 1_251 })).rejects.toMatchObject({
    kind: 'key_reused',
  });
  expect(vendor.charged()).toEqual([1_250]);
});

it('throws when one key is used for two amounts (custom_bank)', async () => {
  const vendor = await started(startBankDouble);
  const processor = createCustomBank({ apiKey: 'bank-key', apiBase: `${vendor.url}/`, ...QUICK });
  const wanted = request('card-good');
  await processor.charge(wanted);
  await expect(processor.charge({ ...wanted, amountMinor: 1 })).rejects.toMatchObject({
    kind: 'key_reused',
  });
  expect(vendor.charged()).toEqual([1_250]);
});

it('declines when the processor refuses the credentials, and leaves look-ups unknown', async () => {
  const vendor = await started(startStripeDouble);
  const processor = createPrimary({ apiKey: 'sk_wrong', apiBase: vendor.url, ...QUICK });
  expect(await processor.charge(request('pm_good'))).toMatchObject({ outcome: 'declined' });
  expect(await processor.find({ paymentId: 'pi_1' })).toMatchObject({ outcome: 'unknown' });
  expect(vendor.charged()).toEqual([]);
});

it('does not treat a list that may lag as proof that a charge is missing', async () => {
  const { processor } = await square({ settleMs: 60_000 });
  const query = { idempotencyKey: newId(), token: null };
  const now = Date.now();
  expect(await processor.find({ ...query, since: new Date(now - 30_000) })).toEqual({
    outcome: 'unknown',
    reason: 'too_early_to_tell',
  });
  expect(await processor.find({ ...query, since: new Date(now - 61_000) })).toBeNull();
  expect(
    await processor.find({ ...query, since: new Date(now - 61_000), lastSentAt: new Date(now) }),
  ).toMatchObject({ outcome: 'unknown' });
});

it('reports a charge of Square as uncertain when the answer has no body', async () => {
  const server = await startDouble(
    () => ({ status: 200, body: undefined }),
    () => false,
  );
  const processor = createSquare({ accessToken: 'sq-token', apiBase: server.url, ...QUICK });
  expect(await processor.charge(request('cnon:good'))).toEqual({
    outcome: 'unknown',
    reason: 'odd_answer',
  });
  await server.close();
});

it('follows a refund of Square until it is settled', async () => {
  const { vendor, processor } = await square();
  const charged = await processor.charge(request('cnon:good'));
  if (charged.outcome !== 'succeeded') throw new Error(charged.outcome);
  const { paymentId } = charged;
  const refund = { paymentId, amountMinor: 500, currency: 'USD', reason: 'x'.repeat(400) };
  const first = await processor.refund({ ...refund, idempotencyKey: 'REF-1' });
  if (first.outcome !== 'pending') throw new Error(first.outcome);
  const query = { paymentId, idempotencyKey: 'REF-1', refundId: first.refundId, since: new Date() };
  expect(await processor.findRefund(query)).toEqual(first);
  vendor.settleRefunds('REJECTED');
  expect(await processor.findRefund(query)).toMatchObject({ outcome: 'failed', code: 'rejected' });
  const second = await processor.refund({ ...refund, idempotencyKey: 'REF-1:1' });
  expect(second).toMatchObject({ outcome: 'pending' });
  vendor.settleRefunds('COMPLETED');
  expect(
    await processor.findRefund({ ...query, idempotencyKey: 'REF-1:1', refundId: null }),
  ).toMatchObject({ outcome: 'succeeded' });
  expect(vendor.refunded()).toEqual([500]);
});

it('finds and refunds a payment of Square by its order', async () => {
  const { vendor, processor } = await square();
  const intent = { amountMinor: 700, currency: 'USD', idempotencyKey: newId() };
  const { paymentIntentId: paymentId } = await processor.createIntent(intent);
  expect(await processor.find({ paymentId })).toBeNull();
  vendor.payOrder(paymentId);
  expect(await processor.find({ paymentId })).toEqual({
    outcome: 'succeeded',
    paymentId,
    amountMinor: 700,
    currency: 'USD',
  });
  const refund = { paymentId, amountMinor: 700, currency: 'USD', reason: '' };
  expect(await processor.refund({ ...refund, idempotencyKey: 'REF-1' })).toMatchObject({
    outcome: 'pending',
  });
});

it('captures an order of PayPal once, after the shopper approves it', async () => {
  const { vendor, processor } = await paypal();
  const asked = await processor.charge(request(null));
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(asked.clientSecret).toBe(`https://pay.example/${asked.paymentId}`);
  expect(await processor.confirm(asked.paymentId)).toEqual(asked);
  vendor.approve(asked.paymentId);
  const done = {
    outcome: 'succeeded',
    paymentId: asked.paymentId,
    amountMinor: 1_250,
    currency: 'USD',
  };
  expect(await Promise.all([1, 2, 3].map(() => processor.confirm(asked.paymentId)))).toEqual([
    done,
    done,
    done,
  ]);
  expect(vendor.charged()).toEqual([1_250]);
});

it('asks PayPal to show its page and to send the shopper back', async () => {
  const { vendor, processor } = await paypal();
  const returnUrl = 'https://shop.example/back';
  const asked = await processor.charge(request(null, { returnUrl }));
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(asked.clientSecret).toBe(`https://pay.example/${asked.paymentId}`);
  expect(vendor.pageOf(asked.paymentId)).toEqual({
    return_url: returnUrl,
    cancel_url: `${returnUrl}?cancelled=1`,
    user_action: 'PAY_NOW',
    shipping_preference: 'NO_SHIPPING',
  });
  vendor.approve(asked.paymentId);
  expect(await processor.confirm(asked.paymentId)).toMatchObject({ outcome: 'succeeded' });
});

it('captures no order of PayPal for another amount or another sale', async () => {
  const { vendor, processor } = await paypal();
  const order = vendor.goodToken(1_250);
  expect(await processor.charge(request(order, { amountMinor: 1_251 }))).toMatchObject({
    outcome: 'declined',
    code: 'amount_mismatch',
  });
  expect(await processor.charge(request(order, { currency: 'EUR' }))).toMatchObject({
    outcome: 'declined',
    code: 'amount_mismatch',
  });
  expect(vendor.charged()).toEqual([]);
  const wanted = request(order);
  expect(await processor.charge(wanted)).toMatchObject({ outcome: 'succeeded' });
  expect(await processor.charge(request(order))).toMatchObject({
    outcome: 'declined',
    code: 'order_already_used',
  });
  expect(await processor.find({ ...request(order), since: new Date() })).toBeNull();
  expect(vendor.charged()).toEqual([1_250]);
});

it('lets an order of PayPal pay one of two concurrent sales', async () => {
  const { vendor, processor } = await paypal();
  const order = vendor.goodToken(1_250);
  const [ours, theirs] = [request(order), request(order)];
  vendor.signBeforeCapture(order, theirs.idempotencyKey);
  expect(await processor.charge(ours)).toMatchObject({
    outcome: 'declined',
    code: 'order_already_used',
  });
  expect(await processor.find({ ...ours, since: new Date() })).toBeNull();
  expect(await processor.charge(theirs)).toMatchObject({ outcome: 'succeeded' });
  expect(vendor.charged()).toEqual([1_250]);
});

it('logs in to PayPal once, and again when the token is revoked', async () => {
  const { vendor, processor } = await paypal();
  await Promise.all([1, 2, 3, 4].map(() => processor.connectionToken()));
  expect(vendor.logins()).toBe(1);
  vendor.revokeTokens();
  expect(await processor.connectionToken()).toEqual({ secret: 'client-token-1' });
  expect(vendor.logins()).toBe(2);
});

it('never shows a card number in a message', async () => {
  const vendor = await started(startBankDouble);
  const processor = createCustomBank({ apiKey: 'bank-key', apiBase: vendor.url, ...QUICK });
  const outcome = await processor.charge(request('4242424242424242'));
  expect(outcome).toMatchObject({ outcome: 'declined', code: 'invalid_source' });
  expect(JSON.stringify(outcome)).not.toContain('4242424242424242');
});
