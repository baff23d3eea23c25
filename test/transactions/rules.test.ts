import { describe, expect, it } from 'vitest';
import {
  isPayable,
  MOVES,
  mayMove,
  SALE_STATUSES,
  type SaleStatus,
  SOURCES,
  statusAfterRefunds,
  variance,
} from '../../src/domains/transactions/rules.js';

const WAYS: Record<SaleStatus, SaleStatus[]> = {
  pending: ['payment_requires_action', 'partially_paid', 'completed', 'expired', 'voided'],
  payment_requires_action: ['partially_paid', 'completed', 'expired', 'voided'],
  partially_paid: ['completed', 'expired', 'voided'],
  completed: ['partially_refunded', 'refunded', 'voided'],
  partially_refunded: ['completed', 'refunded', 'voided'],
  refunded: ['completed', 'partially_refunded'],
  expired: [],
  voided: [],
};

describe('a sale', () => {
  it('has eight states and four sources', () => {
    expect(MOVES).toEqual(WAYS);
    expect(SALE_STATUSES).toEqual(Object.keys(WAYS));
    expect(SOURCES).toEqual(['pos', 'web_commerce', 'dashboard', 'api']);
  });

  it.each(SALE_STATUSES)('allows from %s only the specified transitions', from => {
    expect(SALE_STATUSES.filter(to => mayMove(from, to)).sort()).toEqual([...WAYS[from]].sort());
  });

  it('is payable while an amount is due', () => {
    expect(SALE_STATUSES.filter(isPayable)).toEqual(['pending', 'partially_paid']);
  });

  it.each([
    [1_000, -1, 'completed'],
    [1_000, 0, 'completed'],
    [1_000, 1, 'partially_refunded'],
    [1_000, 999, 'partially_refunded'],
    [1_000, 1_000, 'refunded'],
    [1_000, 1_001, 'refunded'],
    [0, 0, 'completed'],
  ])('paid with %i and refunded with %i is %s', (paid, refunded, status) => {
    expect(statusAfterRefunds(paid, refunded)).toBe(status);
  });

  it('records differences between charged and computed amounts', () => {
    expect(variance('tax_amount', 103, 103, 'USD')).toEqual([]);
    expect(variance('tax_amount', 104, 103, 'USD')).toEqual([
      { field: 'tax_amount', charged: '1.04', expected: '1.03' },
    ]);
  });
});
