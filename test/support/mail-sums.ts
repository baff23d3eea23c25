import { expect } from 'vitest';
import { formatMoney, minor } from '../../src/platform/money.js';

const AMOUNT = String.raw`(-?\d+\.\d\d)`;

/** Amounts of a mail's text by label: `Discount: -2.00`; `Total: 24.49 USD` is `24.49`. */
const amountOf = (text: string, label: string): string | undefined =>
  new RegExp(`^${label}: ${AMOUNT}(?: [A-Z]{3})?$`, 'm').exec(text)?.[1];

/**
 * Adds up the text of an order mail: the lines make the subtotal, and with discount, shipping and
 * tax the total. Returns the lines and the sums; a sum that the mail leaves out is 0.00.
 */
export function addUpMail(text: string) {
  const lines = [...text.matchAll(new RegExp(`^(\\d+) x (.+): ${AMOUNT}$`, 'gm'))].map(
    ([, quantity, description, amount]) => [Number(quantity), description, amount ?? ''] as const,
  );
  const sum = (label: string): string => amountOf(text, label) ?? '0.00';
  const sums = {
    subtotal: sum('Subtotal'),
    discount: sum('Discount'),
    shipping: sum('Shipping'),
    tax: sum('Tax'),
    total: sum('Total'),
  };
  const add = (amounts: readonly string[]): string =>
    formatMoney(
      amounts.reduce((total, amount) => total + minorOf(amount), 0),
      'USD',
    );
  expect(add(lines.map(([, , amount]) => amount))).toBe(sums.subtotal);
  expect(add([sums.subtotal, sums.discount, sums.shipping, sums.tax])).toBe(sums.total);
  return { lines, ...sums };
}

const minorOf = (amount: string): number =>
  amount.startsWith('-') ? -minor(amount.slice(1), 'USD') : minor(amount, 'USD');
