import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, minor } from '../../src/platform/money.js';
import { BEANS, type Desk, type Item, MUG, openDesk, TEE } from './support.js';

let desk: Desk;
let shift: string;
beforeAll(async () => {
  desk = await openDesk();
  shift = await desk.openShift();
});
afterAll(() => desk.close());

/** A small generator, so that a failing seed can be run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const price = (roll: (sides: number) => number): string => formatMoney(1 + roll(3_000), 'USD');

/** Prices and tax that do not divide evenly, on purpose. */
function cart(roll: (sides: number) => number): { items: Item[]; tax: string } {
  const items = [MUG, TEE, BEANS]
    .slice(0, 1 + roll(3))
    .map(item => ({ ...item, price: price(roll), quantity: 1 + roll(4) }));
  const subtotal = items.reduce((sum, item) => sum + minor(item.price, 'USD') * item.quantity, 0);
  return { items, tax: formatMoney(roll(Math.max(1, Math.floor(subtotal / 5))), 'USD') };
}

describe('any sequence of returns of everything', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('refunds exactly the amount paid (seed %i)', async seed => {
    const roll = dice(seed);
    const { items, tax } = cart(roll);
    const sale = await desk.soldByCard(items, tax);
    const { total_amount } = await desk.counter.row(sale);
    const units = items.flatMap(item => Array<string>(item.quantity ?? 1).fill(item.sku));
    let paid = 0;
    while (units.length > 0) {
      const taken = Array.from({ length: 1 + roll(Math.min(3, units.length)) }, () =>
        units.splice(roll(units.length), 1),
      ).flat();
      const asks = [...new Set(taken)].map(sku => ({
        sku,
        quantity: taken.filter(other => other === sku).length,
      }));
      // Sometimes a return is rejected first, and the customer returns the same goods again.
      if (roll(3) === 0) {
        const { body } = await desk.open(sale, asks);
        await desk.move(body.id, 'reject');
      }
      const refund_to = ['original', 'cash', 'store_credit'][roll(3)];
      const done = await desk.completed(sale, asks, { refund_to, shift_id: shift });
      expect(done.total_return_value).toBe(done.refund_amount);
      paid += minor(done.total_return_value, 'USD');
      expect(paid).toBeLessThanOrEqual(minor(total_amount, 'USD'));
    }
    expect(formatMoney(paid, 'USD')).toBe(total_amount);
    const [payment] = await desk.counter.payments(sale);
    expect(payment?.refund_total).toBe(total_amount);
    expect(await desk.saleStatus(sale)).toBe('refunded');
  });
});
