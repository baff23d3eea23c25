import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCustomBank } from '../../src/domains/payments/processors/custom-bank/client.js';
import { createPaypal } from '../../src/domains/payments/processors/paypal/client.js';
import { createPrimary } from '../../src/domains/payments/processors/primary/client.js';
import type { CardReader } from '../../src/domains/payments/processors/reader.js';
import { createSquare } from '../../src/domains/payments/processors/square/client.js';
import { newId } from '../../src/platform/ids.js';
import type { VendorDouble } from './doubles/server.js';
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
const request = (readerId: string, idempotencyKey = newId()) => ({
  amountMinor: 1_250,
  currency: 'USD',
  idempotencyKey,
  readerId,
});

function readerOf(processor: { reader?: CardReader }): CardReader {
  if (processor.reader === undefined) throw new Error('there is no reader');
  return processor.reader;
}

it('is named by the processors that have one', () => {
  const apiBase = 'http://127.0.0.1:9';
  const able = [
    createPrimary({ apiKey: 'k', apiBase }),
    createSquare({ accessToken: 'k', apiBase }),
    createPaypal({ clientId: 'k', clientSecret: 'k', apiBase }),
    createCustomBank({ apiKey: 'k', apiBase }),
  ].filter(({ reader }) => reader !== undefined);
  expect(able.map(({ type }) => type)).toEqual(['primary', 'square']);
  expect(able.map(({ reader }) => reader?.needsReaderId)).toEqual([true, true]);
});

describe("Stripe's reader", () => {
  async function shown(readerId = 'tmr_1') {
    const vendor = await started(startStripeDouble);
    const processor = createPrimary({ apiKey: 'sk_test_key', apiBase: vendor.url, ...QUICK });
    const reader = readerOf(processor);
    const { intentId } = await reader.prepare(request(readerId));
    const payment = { intentId, readerId };
    return { vendor, reader, payment };
  }

  it('shows the payment and reports the card', async () => {
    const { vendor, reader, payment } = await shown();
    expect(await reader.start(payment)).toEqual({ outcome: 'in_progress' });
    expect(vendor.shownOn('tmr_1')).toBe(payment.intentId);
    expect(await reader.poll(payment)).toEqual({ outcome: 'in_progress' });
    vendor.presentCard('tmr_1');
    const paid = {
      outcome: 'succeeded',
      paymentId: payment.intentId,
      amountMinor: 1_250,
      currency: 'USD',
      card: { lastFour: '4242', brand: 'visa' },
    };
    expect(await reader.poll(payment)).toEqual(paid);
    expect(await reader.cancel(payment)).toEqual(paid);
    expect(vendor.charged()).toEqual([1_250]);
  });

  it('prepares one key once, also after a lost answer', async () => {
    const { vendor, reader } = await shown();
    const wanted = request('tmr_1');
    vendor.fail('lose_answer');
    const first = await reader.prepare(wanted);
    expect(await reader.prepare(wanted)).toEqual(first);
    vendor.fail('error');
    await expect(reader.prepare(wanted)).rejects.toMatchObject({ kind: 'uncertain' });
  });

  it.each([
    ['card_declined', { outcome: 'declined', code: 'insufficient_funds' }],
    ['terminal_reader_timeout', { outcome: 'timed_out' }],
    ['customer_canceled', { outcome: 'canceled' }],
  ])('ends the intent after %s', async (code, outcome) => {
    const { vendor, reader, payment } = await shown();
    await reader.start(payment);
    vendor.presentCard('tmr_1', code);
    expect(await reader.poll(payment)).toMatchObject(outcome);
    expect(await reader.poll(payment)).toEqual({ outcome: 'canceled' });
    vendor.presentCard('tmr_1');
    expect(vendor.charged()).toEqual([]);
  });

  it('cancels the payment and clears the reader', async () => {
    const { vendor, reader, payment } = await shown();
    await reader.start(payment);
    expect(await reader.cancel(payment)).toEqual({ outcome: 'canceled' });
    expect(vendor.shownOn('tmr_1')).toBeUndefined();
  });

  it('declines what a busy reader cannot show, and leaves the other payment alone', async () => {
    const { vendor, reader, payment } = await shown();
    await reader.start(payment);
    const { intentId } = await reader.prepare(request('tmr_1'));
    const second = { intentId, readerId: 'tmr_1' };
    expect(await reader.start(second)).toMatchObject({
      outcome: 'declined',
      code: 'terminal_reader_busy',
    });
    expect(await reader.cancel(second)).toEqual({ outcome: 'canceled' });
    expect(vendor.shownOn('tmr_1')).toBe(payment.intentId);
  });

  it('is uncertain when the answer of the reader is lost, and finds the card later', async () => {
    const { vendor, reader, payment } = await shown();
    vendor.fail('error');
    expect(await reader.start(payment)).toMatchObject({ outcome: 'unknown' });
    vendor.fail('hang');
    expect(await reader.start(payment)).toMatchObject({ outcome: 'unknown' });
    vendor.presentCard('tmr_1');
    expect(await reader.poll(payment)).toMatchObject({ outcome: 'succeeded' });
  });

  it('declines an unknown reader', async () => {
    const { reader, payment } = await shown();
    const lost = { ...payment, readerId: 'tmr_9' };
    expect(await reader.start(lost)).toMatchObject({
      outcome: 'declined',
      code: 'resource_missing',
    });
  });
});

describe('the state of a reader', () => {
  it('comes from Stripe, without a payment on the reader', async () => {
    const vendor = await started(startStripeDouble);
    const reader = readerOf(
      createPrimary({ apiKey: 'sk_test_key', apiBase: vendor.url, ...QUICK }),
    );
    expect(await reader.state('tmr_1')).toBe('ready');
    const { intentId } = await reader.prepare(request('tmr_1'));
    await reader.start({ intentId, readerId: 'tmr_1' });
    expect(await reader.state('tmr_1')).toBe('busy');
    vendor.switchOff('tmr_2');
    expect(await reader.state('tmr_2')).toBe('offline');
    expect([await reader.state('tmr_9'), await reader.state(null)]).toEqual([
      'not_found',
      'not_found',
    ]);
    const stranger = readerOf(createPrimary({ apiKey: 'sk_x', apiBase: vendor.url, ...QUICK }));
    expect(await stranger.state('tmr_1')).toBe('refused');
    await vendor.close();
    expect(await reader.state('tmr_1')).toBe('no_answer');
    expect(vendor.charged()).toEqual([]);
  });

  it('comes from Square, by the serial number of the terminal', async () => {
    const vendor = await started(startSquareDouble);
    const options = { accessToken: 'sq-token', apiBase: vendor.url, ...QUICK };
    const reader = readerOf(createSquare(options));
    expect(await reader.state('device-1')).toBe('ready');
    vendor.setDevice('OFFLINE');
    expect(await reader.state('device-1')).toBe('offline');
    vendor.setDevice('NEEDS_ATTENTION');
    expect(await reader.state('device-1')).toBe('attention');
    expect(await reader.state('device-9')).toBe('not_found');
    const stranger = readerOf(createSquare({ ...options, accessToken: 'no' }));
    expect(await stranger.state('device-1')).toBe('refused');
    await vendor.close();
    expect(await reader.state('device-1')).toBe('no_answer');
  });
});

describe("Square's terminal", () => {
  async function shown() {
    const vendor = await started(startSquareDouble);
    const processor = createSquare({ accessToken: 'sq-token', apiBase: vendor.url, ...QUICK });
    const reader = readerOf(processor);
    const wanted = request('device-1');
    const payment = { ...(await reader.prepare(wanted)), readerId: 'device-1' };
    return { vendor, processor, reader, payment, wanted };
  }

  it('shows the payment, reports the card and refunds the payment behind the checkout', async () => {
    const { vendor, processor, reader, payment, wanted } = await shown();
    expect(await reader.prepare(wanted)).toEqual({ intentId: payment.intentId });
    expect(vendor.checkouts()).toEqual([{ device: 'device-1', status: 'PENDING' }]);
    expect(await reader.start(payment)).toEqual({ outcome: 'in_progress' });
    expect(await reader.poll(payment)).toEqual({ outcome: 'in_progress' });
    vendor.endCheckout(payment.intentId);
    const outcome = await reader.poll(payment);
    expect(outcome).toEqual({
      outcome: 'succeeded',
      paymentId: expect.stringMatching(/^sq\d/),
      amountMinor: 1_250,
      currency: 'USD',
      card: { lastFour: '1111', brand: 'mastercard' },
    });
    expect(await reader.cancel(payment)).toEqual(outcome);
    if (outcome.outcome !== 'succeeded') return;
    const refund = { amountMinor: 1_250, currency: 'USD', idempotencyKey: 'REF-1', reason: 'late' };
    await processor.refund({ ...refund, paymentId: outcome.paymentId });
    expect(vendor.refunded()).toEqual([1_250]);
  });

  it.each([
    ['TIMED_OUT', 'timed_out'],
    ['BUYER_CANCELED', 'canceled'],
  ] as const)('ends after %s', async (reason, outcome) => {
    const { vendor, reader, payment } = await shown();
    vendor.endCheckout(payment.intentId, reason);
    expect(await reader.poll(payment)).toEqual({ outcome });
    expect(vendor.charged()).toEqual([]);
  });

  it('is canceled', async () => {
    const { vendor, reader, payment } = await shown();
    expect(await reader.cancel(payment)).toEqual({ outcome: 'canceled' });
    vendor.endCheckout(payment.intentId);
    expect(vendor.charged()).toEqual([]);
  });
});
