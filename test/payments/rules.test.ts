import { expect, it } from 'vitest';
import {
  fromSmallestUnit,
  toSmallestUnit,
} from '../../src/domains/payments/processors/currency.js';
import {
  heldMoney,
  MAX_REFUND_ATTEMPTS,
  refundBackOff,
  refundKey,
  wayOf,
} from '../../src/domains/payments/records/rules.js';

it.each([
  [125_000, 'JPY', 1_250],
  [125_000, 'jpy', 1_250],
  [1_250, 'USD', 1_250],
  [1_250, 'KWD', 1_250],
])('converts %i of %s to %i minor units', (ours, currency, theirs) => {
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
  'decides whether a payment that is %s (processed: %s) took money',
  (status, was, took) => {
    expect(heldMoney({ status, processed_at: was ? new Date() : null })).toBe(took);
  },
);

const card = {
  method_type: 'card',
  processor_type: 'primary',
  processor_transaction_id: 'pi_1',
  value_account_id: null,
} as const;
const cash = { ...card, method_type: 'cash', processor_type: null } as const;

it.each([
  ['original', card, 'processor'],
  ['original', { ...card, processor_transaction_id: null }, 'external'],
  ['original', { ...card, processor_type: null }, 'external'],
  ['original', { ...card, processor_type: null, value_account_id: 'c' }, 'store_credit'],
  ['original', { ...cash, processor_transaction_id: null }, 'cash'],
  ['original', cash, 'cash'],
  ['cash', card, 'cash'],
  ['store_credit', card, 'store_credit'],
] as const)('refunds to %s for %j by the way %s', (to, payment, way) => {
  expect(wayOf(to, payment)).toBe(way);
});

it('changes the key of a refund only after a definite refusal', () => {
  expect(refundKey({ refund_id: 'REF-1', refusals: 0 })).toBe('REF-1');
  expect(refundKey({ refund_id: 'REF-1', refusals: 2 })).toBe('REF-1:2');
});

it('backs off from attempt to attempt, for most of a day', () => {
  const minutes = Array.from({ length: MAX_REFUND_ATTEMPTS - 1 }, (_, n) => {
    return (refundBackOff(n + 1) ?? 0) / 60_000;
  });
  expect(refundBackOff(MAX_REFUND_ATTEMPTS)).toBeUndefined();
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240]);
});
