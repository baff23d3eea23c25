import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCustomBank } from '../../src/domains/payments/processors/custom-bank.js';
import { createPaypal } from '../../src/domains/payments/processors/paypal.js';
import { createPrimary } from '../../src/domains/payments/processors/primary.js';
import type { Processor } from '../../src/domains/payments/processors/processor.js';
import { createSquare } from '../../src/domains/payments/processors/square.js';
import { newId } from '../../src/platform/ids.js';
import { startBankDouble } from './doubles/bank.js';
import { startPaypalDouble } from './doubles/paypal.js';
import type { VendorDouble } from './doubles/server.js';
import { startSquareDouble } from './doubles/square.js';
import { startStripeDouble } from './doubles/stripe.js';

/** Nobody waits long in vain; whoever is answered may wait for a busy machine. */
const IMPATIENT_MS = 1_000;
const PATIENT_MS = 15_000;

/** The same promises of every processor, each against a double that speaks its wire format. */
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

  /** Square says first that it will; the others have done it. */
  const paidOut = type === 'square' ? 'pending' : 'succeeded';

  it('says who it is', () => {
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

  it('tells a declined card from a failure', async () => {
    const wanted = request(vendor.declinedToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({
      outcome: 'declined',
      code: type === 'paypal' ? 'instrument_declined' : 'insufficient_funds',
      message: expect.any(String),
    });
    expect(vendor.charged()).toEqual([]);
  });

  it('declines what the processor does not accept as a card', async () => {
    expect(await processor.charge(request('nonsense'))).toMatchObject({ outcome: 'declined' });
    expect(vendor.charged()).toEqual([]);
  });

  it('does not know what became of a charge that met an error', async () => {
    vendor.trouble('error');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toBeNull();
    expect(vendor.charged()).toEqual([]);
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'succeeded' });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('finds a charge whose answer never came', async () => {
    processor = create(vendor.url, IMPATIENT_MS);
    vendor.trouble('hang');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toMatchObject({ outcome: 'succeeded', amountMinor: 1_250 });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it.each(['reset', 'lose_answer'] as const)(
    'asks once more with the same key when the connection breaks (%s)',
    async trouble => {
      vendor.trouble(trouble);
      const outcome = await processor.charge(request(vendor.goodToken(1_250)));
      expect(outcome).toMatchObject({ outcome: 'succeeded' });
      expect(vendor.charged()).toEqual([1_250]);
    },
  );

  it('finds a charge whose answer was lost twice', async () => {
    vendor.trouble('lose_answer', 'lose_answer');
    const wanted = request(vendor.goodToken(1_250));
    expect(await processor.charge(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await find(wanted)).toMatchObject({ outcome: 'succeeded' });
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('knows nothing of payments that are not there', async () => {
    expect(await processor.find({ paymentId: 'nobody' })).toBeNull();
    expect(await processor.confirm('nobody')).toMatchObject({
      outcome: 'declined',
      code: 'payment_not_found',
    });
  });

  it('reports a processor that is away as unknown, not as an error', async () => {
    const token = vendor.goodToken(1_250);
    await vendor.close();
    expect(await processor.charge(request(token))).toMatchObject({ outcome: 'unknown' });
    expect(await find(request(token))).toMatchObject({ outcome: 'unknown' });
    expect(await processor.refund(refundOf('any', 1))).toMatchObject({ outcome: 'unknown' });
    await expect(processor.connectionToken()).rejects.toMatchObject({ kind: 'no_answer' });
  });

  it('gives a card reader what it needs', async () => {
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

  it('is refused a refund beyond the charge', async () => {
    const paymentId = await charged();
    await processor.refund(refundOf(paymentId, 1_000));
    expect(await processor.refund(refundOf(paymentId, 251, 'REF-20260709-0B'))).toMatchObject({
      outcome: 'failed',
      code: expect.any(String),
    });
    expect(vendor.refunded()).toEqual([1_000]);
  });

  it.each(['error', 'hang'] as const)('repeats a refund that met trouble (%s)', async trouble => {
    const paymentId = await charged();
    if (trouble === 'hang') processor = create(vendor.url, IMPATIENT_MS);
    vendor.trouble(trouble);
    const wanted = refundOf(paymentId, 1_000);
    expect(await processor.refund(wanted)).toMatchObject({ outcome: 'unknown' });
    expect(await processor.refund(wanted)).toMatchObject({ outcome: paidOut });
    expect(vendor.refunded()).toEqual([1_000]);
  });

  it('fails a refund of a payment that is not there, now and later', async () => {
    expect(await processor.refund(refundOf('nobody', 100))).toMatchObject({ outcome: 'failed' });
    const query = { paymentId: 'nobody', refundId: null, since: new Date() };
    expect(await processor.findRefund({ ...query, idempotencyKey: 'any' })).toBeNull();
  });
});
