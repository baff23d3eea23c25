import { describe, expect, it } from 'vitest';
import { growthOf, ORDERS, type RankedDay, ranked } from '../../web/desk/pages/dashboard/rank.js';

const day = (name: string, more: Partial<RankedDay> = {}): RankedDay => ({
  store: name,
  store_code: name.toUpperCase(),
  name,
  city: 'Berlin',
  date: '2030-05-06',
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
  sales: 0,
  gross: '0.00',
  refunds: 0,
  refunded: '0.00',
  net: '0.00',
  net_week_before: '0.00',
  low_stock: 0,
  ...more,
});

const DAYS = [
  day('Alpha', { net: '90.00', net_week_before: '100.00', sales: 3, refunded: '1.00' }),
  day('Beta', { net: '100.00', net_week_before: '50.00', sales: 1, low_stock: 2 }),
  day('Gamma', { net: '9.50', sales: 9, city: 'Hamburg' }),
  day('Tokyo', {
    net: '20000',
    net_week_before: '10000',
    sales: 2,
    currency: 'JPY',
    city: 'Tokyo',
  }),
];
const names = (days: RankedDay[]): string => days.map(({ name }) => name).join(' ');

describe('the stores of a chain', () => {
  it.each([
    // Amounts of two currencies are not compared: the currency of most stores is first.
    ['net', 'Beta Alpha Gamma Tokyo'],
    ['growth', 'Beta Tokyo Alpha Gamma'],
    ['sales', 'Gamma Alpha Tokyo Beta'],
    ['refunded', 'Alpha Beta Gamma Tokyo'],
    ['low_stock', 'Beta Alpha Gamma Tokyo'],
    ['name', 'Alpha Beta Gamma Tokyo'],
  ] as const)('are ranked by %s', (order, expected) => {
    expect(names(ranked(DAYS, order, ''))).toBe(expected);
    expect(names(ranked(DAYS.toReversed(), order, ''))).toBe(expected);
  });

  it('are found by each word of name, code and town', () => {
    expect(names(ranked(DAYS, 'name', ' BERLIN  al'))).toBe('Alpha');
    expect(names(ranked(DAYS, 'name', 'gamma hamburg'))).toBe('Gamma');
    expect(ranked(DAYS, 'name', 'hamburg alpha')).toEqual([]);
    expect(ORDERS).toHaveLength(6);
  });

  it('have no change against a day without sales', () => {
    expect(DAYS.map(growthOf).map(one => one?.toFixed(1) ?? null)).toEqual([
      '-10.0',
      '100.0',
      null,
      '100.0',
    ]);
  });
});
