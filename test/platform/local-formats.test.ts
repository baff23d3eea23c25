import { describe, expect, it } from 'vitest';
import { formatsFor } from '../../src/platform/local-formats.js';

const AT = new Date('2026-03-02T10:15:00.000Z');

describe('amounts', () => {
  it.each([
    ['en', 'USD', '1234.50', '1234.50', '1234.50 USD'],
    ['en', 'JPY', '1200.00', '1200', '1200 JPY'],
    ['de', 'EUR', '1234.50', '1.234,50', '1.234,50 €'],
    ['de', 'EUR', '-22.94', '-22,94', '-22,94 €'],
    ['de', 'EUR', '-123.00', '-123,00', '-123,00 €'],
    ['de', 'EUR', '9999999999.99', '9.999.999.999,99', '9.999.999.999,99 €'],
    ['de', 'CHF', '13.90', '13.90', 'CHF 13.90'],
    ['de', 'CHF', '1234.50', '1’234.50', 'CHF 1’234.50'],
    ['de', 'JPY', '1200.00', '1.200', '1.200 ¥'],
    ['de', 'SEK', '0.05', '0,05', '0,05 SEK'],
  ] as const)('in %s: %s %s', (language, currency, amount, plain, withCurrency) => {
    const formats = formatsFor(language, currency);
    expect([formats.amount(amount), formats.money(amount)]).toEqual([plain, withCurrency]);
  });
});

it('writes rates, weights and times in the way of the country', () => {
  const shown = (language: 'en' | 'de', currency: string) => {
    const formats = formatsFor(language, currency);
    return [
      formats.percent(82_500),
      formats.measure(0.432),
      formats.quantity(1.5),
      formats.dateTime(AT, 'Europe/Berlin'),
      formats.day('2026-03-02'),
      formats.appointment(AT, 'Europe/Berlin'),
    ];
  };
  expect(shown('en', 'USD')).toEqual([
    '8.25%',
    '0.432',
    '1.5',
    '2026-03-02 11:15',
    '2026-03-02',
    'Mon, Mar 2, 2026, 11:15 AM GMT+1',
  ]);
  const time = ['02.03.2026 11:15', '02.03.2026', 'Mo., 02.03.2026, 11:15 MEZ'];
  expect(shown('de', 'EUR')).toEqual(['8,25 %', '0,432', '1,5', ...time]);
  expect(shown('de', 'CHF')).toEqual(['8.25 %', '0.432', '1.5', ...time]);
});
