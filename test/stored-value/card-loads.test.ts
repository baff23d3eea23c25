import { expect, it } from 'vitest';
import { type CardEntry, expiredOfLoad } from '../../src/domains/stored-value/card-loads.js';

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
const expired = (...entries: CardEntry[]) => [
  expiredOfLoad(entries, 'a', '1', 'USD'),
  expiredOfLoad(entries, 'b', '2', 'USD'),
];

it('what expires is what is left of each load; payments take the oldest first', () => {
  const spent = entry('spent', '-5.00', { payment_id: 'p' });
  expect(expired(issued, toppedUp, spent)).toEqual([0, 0]);
  expect(expired(issued, toppedUp, spent, entry('expired', '-25.00'))).toEqual([1500, 1000]);
});

it('a load after the expiry of another has not expired with it', () => {
  const spent = entry('spent', '-10.00', { payment_id: 'p' });
  expect(expired(issued, entry('expired', '-20.00'), toppedUp, spent)).toEqual([2000, 0]);
});

it('a refund or an order that ends gives back to the load that paid', () => {
  const spent = entry('spent', '-25.00', { payment_id: 'p' });
  const refunded = entry('refunded', '22.00', { payment_id: 'p' });
  const rest = entry('expired', '-27.00');
  expect(expired(issued, toppedUp, spent, refunded, rest)).toEqual([2000, 700]);
  const held = entry('held', '-25.00', { hold_id: 'h' });
  const released = entry('released', '25.00', { hold_id: 'h' });
  expect(expired(issued, toppedUp, held, released, entry('expired', '-30.00'))).toEqual([
    2000, 1000,
  ]);
});

it('a block takes its own load', () => {
  const blocked = entry('blocked', '-10.00', { transaction_id: 'b', line_id: '2' });
  expect(expired(issued, toppedUp, blocked, entry('expired', '-20.00'))).toEqual([2000, 0]);
});
