import { expect, it } from 'vitest';
import { valueShares } from '../../web/shop/checkout/value-shares.js';

const NOTHING = { code: '', useCredit: false, points: '' };
const HELD = { code: undefined, credit: 0, points: 0 };
const ORDER = { totalCents: 1853, giftCardsCents: 0 };

it('takes the code first, then credit, then points, and leaves the rest to the card', () => {
  const value = { code: 'ABC', useCredit: true, points: '300' };
  expect(valueShares(value, ORDER, { code: 500, credit: 1000, points: 300 })).toEqual({
    shares: [
      { kind: 'code', cents: 500 },
      { kind: 'credit', cents: 1000 },
      { kind: 'points', cents: 300 },
    ],
    restCents: 53,
  });
});

it('takes no more than the total', () => {
  const value = { code: 'ABC', useCredit: true, points: '' };
  expect(valueShares(value, ORDER, { code: 5000, credit: 1000, points: 0 })).toEqual({
    shares: [
      { kind: 'code', cents: 1853 },
      { kind: 'credit', cents: 0 },
    ],
    restCents: 0,
  });
});

it('says nothing of the rest while the balance of the code is not known', () => {
  const value = { code: 'ABC', useCredit: true, points: '' };
  expect(valueShares(value, ORDER, { code: undefined, credit: 1000, points: 0 })).toEqual({
    shares: [
      { kind: 'code', cents: undefined },
      { kind: 'credit', cents: undefined },
    ],
    restCents: undefined,
  });
});

it('leaves gift cards in the order to the card', () => {
  const value = { ...NOTHING, useCredit: true };
  const order = { totalCents: 3853, giftCardsCents: 2000 };
  expect(valueShares(value, order, { ...HELD, credit: 9000 })).toEqual({
    shares: [{ kind: 'credit', cents: 1853 }],
    restCents: 2000,
  });
  const only = { totalCents: 2000, giftCardsCents: 2000 };
  expect(valueShares(value, only, { ...HELD, credit: 9000 }).restCents).toBe(2000);
});

it('leaves all to the card if nothing else pays', () => {
  expect(valueShares(NOTHING, ORDER, HELD)).toEqual({ shares: [], restCents: 1853 });
});
