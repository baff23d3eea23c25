import { describe, expect, it } from 'vitest';
import { fitsCurrency, minorDigits } from '../../src/platform/currencies.js';

describe('currencies', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['CHF', 2],
    ['JPY', 0],
    ['jpy', 0],
    ['KWD', 3],
    ['XYZ', 2],
  ])('know that %s has %i digits after the point', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });

  it.each([
    ['12.50', 'EUR', true],
    ['12.5', 'EUR', true],
    ['12.505', 'EUR', false],
    ['12.50', 'JPY', false],
    ['12.00', 'JPY', true],
    ['1250', 'JPY', true],
    ['-0.50', 'JPY', false],
    ['1.255', 'KWD', true],
    ['1.2555', 'KWD', false],
    [12.5, 'JPY', false],
    [12.5, 'USD', true],
  ])('say whether %s is an amount in %s: %s', (amount, currency, isFitting) => {
    expect(fitsCurrency(amount, currency)).toBe(isFitting);
  });
});
