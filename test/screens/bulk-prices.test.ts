import { describe, expect, it } from 'vitest';
import { changedAmount } from '../../src/domains/pricing/index.js';
import {
  changedSince,
  changeOf,
  pricesToChange,
} from '../../web/desk/pages/prices/bulk-changes.js';
import type { Price } from '../../web/desk/types.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const percent = (value: number) => ({ kind: 'percent' as const, value });
const amount = (value: number) => ({ kind: 'amount' as const, value });

const price = (id: string, more: Partial<Price> = {}): Price => ({
  id,
  variant: 'mug',
  sku: 'MUG-WHITE',
  description: 'White Mug',
  price_list: 'list',
  price_list_code: 'EUR',
  currency: 'EUR',
  min_quantity: 1,
  amount: '12.50',
  valid_from: null,
  margin: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

describe('a bulk change of prices', () => {
  it('rounds half cents up and to the smallest coin of the currency', () => {
    expect(changedAmount('12.50', 'EUR', percent(10))).toBe('13.75');
    expect(changedAmount('0.05', 'EUR', percent(10))).toBe('0.06');
    expect(changedAmount('19.99', 'EUR', percent(-7.25))).toBe('18.54');
    expect(changedAmount('1250.00', 'JPY', percent(7.5))).toBe('1344.00');
    expect(changedAmount('9999999999.99', 'EUR', percent(100))).toBe('19999999999.98');
  });

  it('adds an amount exactly; the result may be negative', () => {
    expect(changedAmount('12.50', 'EUR', amount(0.1))).toBe('12.60');
    expect(changedAmount('0.30', 'EUR', amount(-0.2))).toBe('0.10');
    expect(changedAmount('1.00', 'EUR', amount(-1.5))).toBe('-0.50');
  });

  it('ends in .99 or .95 where that is wanted', () => {
    const terms = { ...percent(10), ending: '95' as const, prefix: '' };
    expect(changeOf(price('mug'), terms).amount).toBe('13.95');
  });

  it('names the amount that the preview shows, so that no other one is overwritten', () => {
    const terms = { ...percent(10), ending: 'none' as const, prefix: '' };
    expect(changeOf(price('mug'), terms)).toEqual({
      variant: 'mug',
      price_list: 'list',
      min_quantity: 1,
      valid_from: null,
      if_amount: '12.50',
      amount: '13.75',
    });
  });

  it('finds the prices that somebody changed or removed since the preview', () => {
    const [mug, dozen] = [price('one'), price('dozen', { min_quantity: 12 })];
    const row = (id: string | null, min_quantity: number, amount: string | null) => ({
      ...{ id, variant: 'mug', min_quantity, amount },
    });
    expect(
      changedSince(
        [mug, dozen],
        [row('dozen', 12, '11.00'), row(null, 1, null), row(null, 5, '1')],
      ),
    ).toEqual([
      { price: dozen, now: '11.00' },
      { price: mug, now: null },
    ]);
  });

  it('leaves out prices that a newer one has replaced, and keeps scheduled ones', () => {
    const prices = [
      price('first'),
      price('second', { valid_from: '2026-01-15T00:00:00.000Z' }),
      price('current', { valid_from: '2026-02-15T00:00:00.000Z' }),
      price('scheduled', { valid_from: '2026-04-01T00:00:00.000Z' }),
      price('dozen', { min_quantity: 12 }),
      price('other', { variant: 'beanie', sku: 'BEANIE-NAVY' }),
    ];
    const ids = (prefix: string): string[] =>
      pricesToChange(prices, { prefix }, NOW).map(({ id }) => id);
    expect(ids('')).toEqual(['other', 'current', 'scheduled', 'dozen']);
    expect(ids(' mug')).toEqual(['current', 'scheduled', 'dozen']);
    expect(ids('CAP')).toEqual([]);
  });
});
