import { expect, it } from 'vitest';
import {
  fromSmallestUnit,
  toSmallestUnit,
} from '../../src/domains/payments/processors/currency.js';
import {
  heldMoney,
  MAX_REFUND_ATTEMPTS,
  mayAttempt,
  pauseAfterMs,
  refundKey,
  routeOf,
} from '../../src/domains/payments/records/rules.js';

it.each([
  [125_000, 'JPY', 1_250],
  [125_000, 'jpy', 1_250],
  [1_250, 'USD', 1_250],
  [125, 'KWD', 1_250],
])('counts %i of %s as %i of its smallest coins', (ours, currency, theirs) => {
  expect(toSmallestUnit(ours, currency)).toBe(theirs);
  expect(fromSmallestUnit(theirs, currency)).toBe(ours);
});

it.each([
  ['succeeded', true, true],
  ['voided', true, true],
  ['voided', false, false],
  ['pending', false, false],
  ['requires_action', false, false],
  ['failed', true, false],
] as const)(
  'knows whether a payment that is %s (processed: %s) took money',
  (status, was, took) => {
    expect(heldMoney({ status, processed_at: was ? new Date() : null })).toBe(took);
  },
);

const card = {
  processor_type: 'primary',
  processor_transaction_id: 'pi_1',
  store_credit_id: null,
};

it.each([
  ['original', card, 'processor'],
  ['original', { ...card, processor_transaction_id: null }, 'counter'],
  ['original', { ...card, processor_type: null }, 'counter'],
  ['original', { ...card, processor_type: null, store_credit_id: 'c' }, 'credit'],
  ['cash', card, 'counter'],
  ['store_credit', card, 'counter'],
] as const)('sends money for %s of %j back by the %s', (to, payment, route) => {
  expect(routeOf(to, payment)).toBe(route);
});

it('changes the key of a refund only after a definite no', () => {
  expect(refundKey({ refund_id: 'REF-1', refusals: 0 })).toBe('REF-1');
  expect(refundKey({ refund_id: 'REF-1', refusals: 2 })).toBe('REF-1:2');
});

it('waits longer from try to try, for most of a day', () => {
  const minutes = Array.from({ length: MAX_REFUND_ATTEMPTS - 1 }, (_, n) => {
    return pauseAfterMs(n + 1) / 60_000;
  });
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240]);
});

const now = new Date('2026-07-09T12:00:00Z');
const before = new Date('2026-07-09T11:59:59Z');
const after = new Date('2026-07-09T12:00:01Z');
const fresh = {
  status: 'pending',
  attempts: 0,
  lease_until: null,
  next_attempt_at: after,
  given_up_at: null,
} as const;

it.each([
  ['at once', fresh, true],
  ['not before it is due', { ...fresh, attempts: 1 }, false],
  ['when it is due', { ...fresh, attempts: 1, next_attempt_at: now }, true],
  ['not while somebody is at it', { ...fresh, lease_until: after }, false],
  ['not at the very end of a lease', { ...fresh, lease_until: now }, false],
  ['after a lease ran out', { ...fresh, lease_until: before }, true],
  [
    'again after a refusal',
    { ...fresh, status: 'failed', attempts: 1, next_attempt_at: now },
    true,
  ],
  ['never after it succeeded', { ...fresh, status: 'succeeded' }, false],
  ['never after it was given up', { ...fresh, given_up_at: before }, false],
] as const)('tries a refund %s', (_, refund, expected) => {
  expect(mayAttempt(refund, now)).toBe(expected);
});
