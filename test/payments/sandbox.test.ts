import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Processor, processorFor } from '../../src/domains/payments/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let processor: Processor;

beforeAll(async () => {
  shop = await openShop({ background: false });
  processor = processorFor(shop.platform, 'primary');
});
afterEach(() => {
  setSandboxFaults({});
});
afterAll(() => shop.close());

const charge = (token: string | null, idempotencyKey = newId(), amountMinor = 1_250) =>
  processor.charge({ amountMinor, currency: 'USD', token, idempotencyKey });

const find = (idempotencyKey: string) =>
  processor.find({ idempotencyKey, token: null, since: new Date() });

async function booked(idempotencyKey: string): Promise<string[]> {
  const rows = await shop.platform.db
    .selectFrom('sandbox_intents')
    .select('status')
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
  return rows.map(row => row.status);
}

it('replaces every processor whose credentials are not set', () => {
  for (const type of ['primary', 'square', 'paypal', 'custom_bank'] as const) {
    const standIn = processorFor(shop.platform, type);
    expect([standIn.type, standIn.isSandbox]).toEqual([type, true]);
    expect(processorFor(shop.platform, type)).toBe(standIn);
  }
});

it('charges a good card', async () => {
  expect(await charge('tok_ok')).toEqual({
    outcome: 'succeeded',
    paymentId: expect.stringMatching(/^pi_sandbox_[0-9a-f]{24}$/),
    amountMinor: 1_250,
    currency: 'USD',
  });
});

it.each([
  ['tok_declined', 'card_declined'],
  ['tok_insufficient_funds', 'insufficient_funds'],
])('declines %s', async (token, code) => {
  const key = newId();
  expect(await charge(token, key)).toMatchObject({ outcome: 'declined', code });
  expect(await booked(key)).toEqual(['failed']);
});

it.each(['tok_nonsense', '__proto__', '', null])('declines the unknown card %s', async token => {
  const key = newId();
  expect(await charge(token, key)).toMatchObject({ outcome: 'declined', code: 'invalid_token' });
  expect(await booked(key)).toEqual([]);
});

it('lets a card holder pass the challenge', async () => {
  const asked = await charge('tok_challenge');
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(asked.clientSecret).toContain(asked.paymentId);
  expect(await processor.find({ paymentId: asked.paymentId })).toEqual(asked);
  const done = {
    outcome: 'succeeded',
    paymentId: asked.paymentId,
    amountMinor: 1_250,
    currency: 'USD',
  };
  expect(await processor.confirm(asked.paymentId)).toEqual(done);
  expect(await processor.cancel(asked.paymentId)).toEqual(done);
});

it('lets a card holder fail the challenge', async () => {
  const asked = await charge('tok_challenge_fail');
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  expect(await processor.confirm(asked.paymentId)).toMatchObject({
    outcome: 'declined',
    paymentId: asked.paymentId,
    code: 'authentication_failed',
  });
});

it('cancels a pending payment for good', async () => {
  const asked = await charge('tok_challenge');
  if (asked.outcome !== 'requires_action') throw new Error(asked.outcome);
  const canceled = { outcome: 'declined', code: 'canceled', paymentId: asked.paymentId };
  expect(await processor.cancel(asked.paymentId)).toMatchObject(canceled);
  expect(await processor.confirm(asked.paymentId)).toMatchObject(canceled);
});

it('charges tok_timeout without ever answering', async () => {
  setSandboxFaults({ timeoutMs: 20 });
  const key = newId();
  expect(await charge('tok_timeout', key)).toEqual({ outcome: 'unknown', reason: 'timeout' });
  expect(await booked(key)).toEqual(['succeeded']);
  expect(await find(key)).toMatchObject({ outcome: 'succeeded', amountMinor: 1_250 });
});

it('fails on tok_error without a charge', async () => {
  const key = newId();
  expect(await charge('tok_error', key)).toEqual({ outcome: 'unknown', reason: 'processor_error' });
  expect(await booked(key)).toEqual([]);
  expect(await find(key)).toBeNull();
});

it('charges one key once, also for concurrent requests', async () => {
  const key = newId();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => charge('tok_ok', key)));
  expect(new Set(outcomes.map(outcome => JSON.stringify(outcome))).size).toBe(1);
  expect(await booked(key)).toEqual(['succeeded']);
});

it('refuses a reused key with another amount', async () => {
  const key = newId();
  await charge('tok_ok', key);
  await expect(charge('tok_ok', key, 1_251)).rejects.toMatchObject({ kind: 'key_reused' });
  expect(await booked(key)).toEqual(['succeeded']);
});

it('prepares payments for a card reader once per key', async () => {
  const request = { amountMinor: 500, currency: 'USD', idempotencyKey: newId() };
  const intent = await processor.createIntent(request);
  expect(await processor.createIntent(request)).toEqual(intent);
  expect(await processor.find({ paymentId: intent.paymentIntentId })).toEqual({
    outcome: 'succeeded',
    paymentId: intent.paymentIntentId,
    amountMinor: 500,
    currency: 'USD',
  });
});

it.each([
  ['fail', 'declined', []],
  ['error', 'unknown', []],
  ['hang', 'unknown', []],
  ['lose_answer', 'unknown', ['succeeded']],
  ['duplicate_answer', 'succeeded', ['succeeded']],
  ['slow', 'succeeded', ['succeeded']],
] as const)('simulates the fault %s', async (fault, outcome, books) => {
  setSandboxFaults({ charge: () => fault, timeoutMs: 20, slowMs: 5 });
  const key = newId();
  expect(await charge('tok_ok', key)).toMatchObject({ outcome });
  expect(await booked(key)).toEqual(books);
});

it('never refunds more than the charge, and refunds one key once', async () => {
  const charged = await charge('tok_ok');
  if (charged.outcome !== 'succeeded') throw new Error(charged.outcome);
  const refund = (amountMinor: number, idempotencyKey: string) =>
    processor.refund({
      paymentId: charged.paymentId,
      amountMinor,
      currency: 'USD',
      idempotencyKey,
      reason: '',
    });
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(1_000, key)));
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ outcome: 'succeeded' });
  expect(await refund(251, newId())).toMatchObject({
    outcome: 'failed',
    code: 'amount_exceeds_charge',
  });
  await expect(refund(1, key)).rejects.toMatchObject({ kind: 'key_reused' });
  expect(await refund(250, newId())).toMatchObject({ outcome: 'succeeded' });
  expect(await refund(1, newId())).toMatchObject({ outcome: 'failed' });
});

it('refunds nothing without a charge', async () => {
  const declinedCharge = await charge('tok_declined');
  if (declinedCharge.outcome !== 'declined') throw new Error(declinedCharge.outcome);
  const request = { amountMinor: 1, currency: 'USD', idempotencyKey: newId(), reason: '' };
  const { paymentId } = declinedCharge;
  expect(await processor.refund({ ...request, paymentId: paymentId ?? '' })).toMatchObject({
    outcome: 'failed',
    code: 'not_charged',
  });
  expect(await processor.refund({ ...request, paymentId: 'pi_unknown' })).toMatchObject({
    outcome: 'failed',
    code: 'payment_not_found',
  });
});
