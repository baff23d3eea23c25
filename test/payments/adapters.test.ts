import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCustomBank } from '../../src/domains/payments/processors/custom-bank/client.js';
import { createPaypal } from '../../src/domains/payments/processors/paypal/client.js';
import { createPrimary } from '../../src/domains/payments/processors/primary/client.js';
import type { Processor } from '../../src/domains/payments/processors/processor.js';
import { createSquare } from '../../src/domains/payments/processors/square/client.js';
import { newId } from '../../src/platform/ids.js';
import { startBankDouble } from './doubles/bank.js';
import { startPaypalDouble } from './doubles/paypal.js';
import type { VendorDouble } from './doubles/server.js';
import { startSquareDouble } from './doubles/square.js';
import { startStripeDouble } from './doubles/stripe.js';

/** Short where the test waits for the time-out, long where a busy machine must answer. */
const IMPATIENT_MS = 1_000;
const PATIENT_MS = 15_000;

// The 4,000 modules of Square's SDK load in 2 s, but in 40 s on a machine that runs other tests.
beforeAll(() => import('square'));

/** The same tests for every processor, each against a local server with its API. */
const vendors: [
  string,
  () => Promise<VendorDouble>,
  (apiBase: string, timeoutMs: number) => Processor,
][] = [
  [
    'primary',
    startStripeDouble,
    (apiBase, timeoutMs) =>
      createPrimary({ apiKey: 'sk_test_key', apiBase, timeoutMs, settleMs: 0 }),
  ],
  [
    'square',
    startSquareDouble,
    (apiBase, timeoutMs) =>
      createSquare({ accessToken: 'sq-token', apiBase, timeoutMs, settleMs: 0 }),
  ],
  [
    'square',
    startSquareDouble,
    (apiBase, timeoutMs) =>
      createSquare({
        accessToken: 'sq-token',
        locationId: 'L-WEB',
        apiBase,
        timeoutMs,
        settleMs: 0,
      }),
  ],
  [
    'paypal',
    startPaypalDouble,
    (apiBase, timeoutMs) =>
      createPaypal({ clientId: 'client', clientSecret: 'secret', apiBase, timeoutMs }),
  ],
  [
    'custom_bank',
    startBankDouble,
    (apiBase, timeoutMs) =>
      createCustomBank({ apiKey: 'bank-key', apiBase, timeoutMs, settleMs: 0 }),
  ],
];

describe.each(vendors)('%s', (type, start, create) => {
  let vendor: VendorDouble;
  let processor: Processor;

  beforeEach(async () => {
    vendor = await start();
    processor = create(vendor.url, PATIENT_MS);
  });
  afterEach(() => vendor.close());

  const request = (token: string, idempotencyKey = newId(), amountMinor = 1_250) => ({
    amountMinor,
    currency: 'USD',
    token,
    idempotencyKey,
  });
  const refundOf = (
    paymentId: string,
    amountMinor: number,
    idempotencyKey = 'REF-20260709-0A',
  ) => ({
    paymentId,
    amountMinor,
    currency: 'USD',
    idempotencyKey,
    reason: 'wrong size',
  });
  const find = ({ token, idempotencyKey }: ReturnType<typeof request>) =>
    processor.find({ token, idempotencyKey, since: new Date() });

  async function charged(amountMinor = 1_250): Promise<string> {
    const outcome = await processor.charge(
      request(vendor.goodToken(amountMinor), newId(), amountMinor),
    );
    if (outcome.outcome !== 'succeeded') throw new Error(JSON.stringify(outcome));
    return outcome.paymentId;
  }

  /** Square accepts a refund and settles it later; the others settle it at once. */
  const paidOut = type === 'square' ? 'pending' : 'succeeded';

  it('names its type', () => {
    expect([processor.type, processor.isSandbox]).toEqual([type, false]);
  });

  it('charges a card, and finds the charge by id and by key', async () => {
    const wanted = request(vendor.goodToken(1_250));
    const outcome = await processor.charge(wanted);
    expect(outcome).toEqual({
      outcome: 'succeeded',
      paymentId: expect.any(String),
      amountMinor: 1_250,
      currency: 'USD',
    });
    if (outcome.outcome !== 'succeeded') return;
    expect(await processor.find({ paymentId: outcome.paymentId })).toEqual(outcome);
    expect(await processor.confirm(outcome.paymentId)).toEqual(outcome);
    expect(await processor.cancel(outcome.paymentId)).toEqual(outcome);
    expect(await find(wanted)).toEqual(outcome);
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('finds a charge among many', async () => {
    const wanted = request(vendor.goodToken(1_250));
    const outcome = await processor.charge(wanted);
    for (let more = 0; more < 4; more += 1) await charged();
    expect(await find(wanted)).toEqual(outcome);
  });

  it('charges one key once', async () => {
    const wanted = request(vendor.goodToken(1_250));
    const first = await processor.charge(wanted);
    expect(await processor.charge(wanted)).toEqual(first);
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('reports a declined card', async () => {
    const wanted = request(vendor.declinedToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({
      outcome: 'declined',
      code: type === 'paypal' ? 'instrument_declined' : 'insufficient_funds',
      message: expect.any(String),
    });
    expect(vendor.charged()).toEqual([]);
  });

  it('declines an unknown token', async () => {
    expect(await processor.charge(request('nonsense'))).toMatchObject({ outcome: 'declined' });
    expect(vendor.charged()).toEqual([]);
  });

  it('reports an uncertain charge after an error of the processor', async () => {
    vendor.fail('error');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toBeNull();
    expect(vendor.charged()).toEqual([]);
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'succeeded' });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('finds a charge after a time-out', async () => {
    processor = create(vendor.url, IMPATIENT_MS);
    vendor.fail('hang');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toMatchObject({ outcome: 'succeeded', amountMinor: 1_250 });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it.each(['reset', 'lose_answer'] as const)(
    'retries once with the same key when the connection breaks (%s)',
    async fault => {
      vendor.fail(fault);
      const outcome = await processor.charge(request(vendor.goodToken(1_250)));
      expect(outcome).toMatchObject({ outcome: 'succeeded' });
      expect(vendor.charged()).toEqual([1_250]);
    },
  );

  it('finds a charge whose answer was lost twice', async () => {
    vendor.fail('lose_answer', 'lose_answer');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toMatchObject({ outcome: 'succeeded' });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('finds no payment under an unknown id', async () => {
    expect(await processor.find({ paymentId: 'nobody' })).toBeNull();
    expect(await processor.confirm('nobody')).toMatchObject({
      outcome: 'declined',
      code: 'payment_not_found',
    });
  });

  it('reports an unreachable processor as unknown, not as an error', async () => {
    const token = vendor.goodToken(1_250);
    await vendor.close();
    expect(await processor.charge(request(token))).toMatchObject({ outcome: 'unknown' });
    expect(await find(request(token))).toMatchObject({ outcome: 'unknown' });
    expect(await processor.refund(refundOf('any', 1))).toMatchObject({ outcome: 'unknown' });
    await expect(processor.connectionToken()).rejects.toMatchObject({ kind: 'uncertain' });
  });

  it('issues a connection token and prepares a payment for a card reader', async () => {
    expect((await processor.connectionToken()).secret).toMatch(/.{8,}/);
    const intent = { amountMinor: 1_250, currency: 'USD', idempotencyKey: newId() };
    const made = await processor.createIntent(intent);
    expect(made).toEqual({
      paymentIntentId: expect.any(String),
      clientSecret: expect.any(String),
      amountMinor: 1_250,
      currency: 'USD',
    });
    expect(await processor.createIntent(intent)).toEqual(made);
    expect(vendor.charged()).toEqual([]);
  });

  it('refunds a part, one key once, and finds it again', async () => {
    const paymentId = await charged();
    const wanted = refundOf(paymentId, 1_000);
    const first = await processor.refund(wanted);
    expect(first).toMatchObject({ outcome: paidOut, refundId: expect.any(String) });
    expect(await processor.refund(wanted)).toEqual(first);
    expect(vendor.refunded()).toEqual([1_000]);
    const query = { paymentId, refundId: null, since: new Date() };
    expect(await processor.findRefund({ ...query, idempotencyKey: wanted.idempotencyKey })).toEqual(
      first,
    );
    expect(await processor.findRefund({ ...query, idempotencyKey: 'REF-20260709-0B' })).toBeNull();
  });

  it('refuses a refund beyond the charge', async () => {
    const paymentId = await charged();
    await processor.refund(refundOf(paymentId, 1_000));
    expect(await processor.refund(refundOf(paymentId, 251, 'REF-20260709-0B'))).toMatchObject({
      outcome: 'failed',
      code: expect.any(String),
    });
    expect(vendor.refunded()).toEqual([1_000]);
  });

  it.each(['error', 'hang'] as const)('repeats an uncertain refund (%s)', async fault => {
    const paymentId = await charged();
    if (fault === 'hang') processor = create(vendor.url, IMPATIENT_MS);
    vendor.fail(fault);
    const wanted = refundOf(paymentId, 1_000);
    expect(await processor.refund(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await processor.refund(wanted)).toMatchObject({ outcome: paidOut });
    expect(vendor.refunded()).toEqual([1_000]);
  });

  it('fails a refund of an unknown payment, now and later', async () => {
    expect(await processor.refund(refundOf('nobody', 100))).toMatchObject({ outcome: 'failed' });
    const query = { paymentId: 'nobody', refundId: null, since: new Date() };
    expect(await processor.findRefund({ ...query, idempotencyKey: 'any' })).toBeNull();
  });
});

it.each([undefined, 'L-NEW'])('square finds a charge after its location became %s', async next => {
  const vendor = await startSquareDouble();
  const at = (locationId: string | undefined) =>
    createSquare({
      accessToken: 'sq-token',
      apiBase: vendor.url,
      timeoutMs: PATIENT_MS,
      settleMs: 0,
      locationId,
    });
  const idempotencyKey = newId();
  const since = new Date();
  const charge = { amountMinor: 1_250, currency: 'USD', token: 'cnon:good', idempotencyKey };
  const made = await at('L-WEB').charge(charge);
  expect(made.outcome).toBe('succeeded');
  expect(await at(next).find({ token: 'cnon:good', idempotencyKey, since })).toEqual(made);
  await vendor.close();
});
