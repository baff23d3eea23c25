import { describe, expect, it } from 'vitest';
import {
  dueOf,
  expiredOfSale,
  lotsOf,
  type PointsEntry,
} from '../../src/domains/stored-value/points/lots.js';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const entry = (
  kind: PointsEntry['kind'],
  amount: number,
  more: Partial<PointsEntry> = {},
): PointsEntry => ({
  kind,
  amount,
  transaction_id: null,
  hold_id: null,
  expires_at: null,
  ...more,
});
const left = (entries: PointsEntry[]) =>
  lotsOf(entries).map(lot => [lot.points, lot.expiresAt?.getUTCDate() ?? null]);

describe('points are taken', () => {
  it('from those that expire first; those without an end come last', () => {
    const entries = [
      entry('opening', 100),
      entry('earned', 50, { expires_at: day(20) }),
      entry('earned', 30, { expires_at: day(10) }),
      entry('spent', -60),
    ];
    expect(left(entries)).toEqual([
      [100, null],
      [20, 20],
    ]);
  });

  it('not from points that came later', () => {
    const entries = [
      entry('opening', 100),
      entry('spent', -80),
      entry('earned', 50, { expires_at: day(10) }),
    ];
    expect(left(entries)).toEqual([
      [20, null],
      [50, 10],
    ]);
  });

  it('from the returned sale, although others expire earlier', () => {
    const entries = [
      entry('earned', 40, { expires_at: day(5), transaction_id: 'a' }),
      entry('earned', 40, { expires_at: day(9), transaction_id: 'b' }),
      entry('taken_back', -40, { transaction_id: 'b' }),
    ];
    expect(left(entries)).toEqual([[40, 5]]);
  });

  it('below zero, and the next points make up for it', () => {
    const entries = [
      entry('earned', 40, { transaction_id: 'a' }),
      entry('spent', -40),
      entry('taken_back', -40, { transaction_id: 'a' }),
      entry('earned', 100, { expires_at: day(9) }),
    ];
    expect(left(entries)).toEqual([[60, 9]]);
  });

  it('by a hold that gives the same ones back', () => {
    const held = [
      entry('opening', 100),
      entry('earned', 50, { expires_at: day(9) }),
      entry('held', -70, { hold_id: 'h' }),
    ];
    expect(left(held)).toEqual([[80, null]]);
    expect(left([...held, entry('released', 70, { hold_id: 'h' })])).toEqual([
      [100, null],
      [50, 9],
    ]);
  });
});

it('due are the lots past their time; the next time is that of the others', () => {
  const lots = lotsOf([
    entry('earned', 10, { expires_at: day(3) }),
    entry('earned', 20, { expires_at: day(9) }),
    entry('earned', 30, { expires_at: day(6) }),
    entry('opening', 40),
  ]);
  expect(dueOf(lots, day(3))).toEqual({ points: 10, next: day(6) });
  expect(dueOf(lots, day(10))).toEqual({ points: 60, next: null });
});

describe('points of a sale that have expired', () => {
  const first = entry('earned', 40, { expires_at: day(5), transaction_id: 'a' });
  const second = entry('earned', 30, { expires_at: day(9), transaction_id: 'b' });

  it('are those that were left, of the sales that were due', () => {
    const entries = [first, second, entry('spent', -15), entry('expired', -25)];
    expect([expiredOfSale(entries, 'a'), expiredOfSale(entries, 'b')]).toEqual([25, 0]);
    const later = [...entries, entry('expired', -30)];
    expect([expiredOfSale(later, 'a'), expiredOfSale(later, 'b')]).toEqual([25, 30]);
  });

  it('are neither taken back before nor refunded points of the same sale', () => {
    const entries = [
      first,
      entry('taken_back', -10, { transaction_id: 'a' }),
      entry('refunded', 20, { expires_at: day(3), transaction_id: 'a' }),
      entry('expired', -20),
      entry('expired', -30),
    ];
    expect(expiredOfSale(entries, 'a')).toBe(30);
  });
});
