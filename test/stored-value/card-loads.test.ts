import { expect, it } from 'vitest';
import {
  type CardEntry,
  lostOfLoad,
} from '../../src/domains/stored-value/gift-cards/card-loads.js';

const entry = (
  kind: CardEntry['kind'],
  amount: string,
  more: Partial<CardEntry> = {},
): CardEntry => ({
  kind,
  amount,
  transaction_id: null,
  line_id: null,
  payment_id: null,
  hold_id: null,
  ...more,
});
const issued = entry('issued', '20.00', { transaction_id: 'a', line_id: '1' });
const toppedUp = entry('topped_up', '10.00', { transaction_id: 'b', line_id: '2' });
const lost = (...entries: CardEntry[]) => [
  lostOfLoad(entries, 'a', '1', 'USD'),
  lostOfLoad(entries, 'b', '2', 'USD'),
];

it('what expires is what is left of each load; payments take the oldest first', () => {
  const spent = entry('spent', '-5.00', { payment_id: 'p' });
  expect(lost(issued, toppedUp, spent)).toEqual([0, 0]);
  expect(lost(issued, toppedUp, spent, entry('expired', '-25.00'))).toEqual([1500, 1000]);
});

it('a load after the expiry of another has not expired with it', () => {
  const spent = entry('spent', '-10.00', { payment_id: 'p' });
  expect(lost(issued, entry('expired', '-20.00'), toppedUp, spent)).toEqual([2000, 0]);
});

it('a refund or an order that ends gives back to the load that paid', () => {
  const spent = entry('spent', '-25.00', { payment_id: 'p' });
  const refunded = entry('refunded', '22.00', { payment_id: 'p' });
  const rest = entry('expired', '-27.00');
  expect(lost(issued, toppedUp, spent, refunded, rest)).toEqual([2000, 700]);
  const held = entry('held', '-25.00', { hold_id: 'h' });
  const released = entry('released', '25.00', { hold_id: 'h' });
  expect(lost(issued, toppedUp, held, released, entry('expired', '-30.00'))).toEqual([2000, 1000]);
});

it('a block takes its own load', () => {
  const blocked = entry('blocked', '-10.00', { transaction_id: 'b', line_id: '2' });
  expect(lost(issued, toppedUp, blocked, entry('expired', '-20.00'))).toEqual([2000, 0]);
});

it('what staff take off is taken from the oldest load, and what they put back returns to it', () => {
  const spent = entry('spent', '-5.00', { payment_id: 'p' });
  const off = (amount: string) => entry('corrected', amount);
  expect(lost(issued, toppedUp, off('-25.00'))).toEqual([2000, 500]);
  expect(lost(issued, toppedUp, spent, off('-20.00'))).toEqual([1500, 500]);
  expect(lost(issued, toppedUp, off('-20.00'), off('15.00'), spent)).toEqual([500, 0]);
  expect(lost(issued, off('-8.00'), off('20.00'), off('-4.00'))).toEqual([400, 0]);
  expect(lost(issued, off('-8.00'), entry('expired', '-12.00'))).toEqual([2000, 0]);
});
