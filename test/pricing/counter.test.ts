import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Claim,
  checkClaim,
  DEFAULT_SHIPPING_RATES,
  defaultShippingRates,
  pickShippingRate,
  type Settlement,
  settleTender,
  type Tender,
} from '../../src/domains/pricing/index.js';
import { MAX_MINOR, minor } from '../../src/platform/money.js';
import { RUNS } from './baskets.js';

describe('sums a till sends', () => {
  const right: Claim = {
    lines: [
      { quantity: 2, unitPrice: 1250, subtotal: 2500 },
      { quantity: 1, unitPrice: 999, subtotal: 999 },
    ],
    subtotal: 3499,
    taxAmount: 289,
    totalAmount: 3788,
  };

  test('are accepted when they are consistent', () => {
    expect(checkClaim(right)).toEqual([]);
  });

  test.each<[string, Partial<Claim>, ReturnType<typeof checkClaim>]>([
    [
      'a wrong line',
      { lines: [{ quantity: 2, unitPrice: 1250, subtotal: 2499 }, ...right.lines.slice(1)] },
      [{ field: 'line_items.0.subtotal', sent: '24.99', expected: '25.00' }],
    ],
    [
      'a wrong subtotal',
      { subtotal: 3500 },
      [{ field: 'subtotal', sent: '35.00', expected: '34.99' }],
    ],
    [
      'a wrong total',
      { totalAmount: 3787 },
      [{ field: 'total_amount', sent: '37.87', expected: '37.88' }],
    ],
    [
      'a tax that is not in the total',
      { taxAmount: 0 },
      [{ field: 'total_amount', sent: '37.88', expected: '34.99' }],
    ],
    [
      'an error carried through, all at once',
      {
        lines: [right.lines[0], { quantity: 1, unitPrice: 999, subtotal: 1 }] as Claim['lines'],
        subtotal: 2501,
        totalAmount: 2790,
      },
      [
        { field: 'line_items.1.subtotal', sent: '0.01', expected: '9.99' },
        { field: 'subtotal', sent: '25.01', expected: '34.99' },
        { field: 'total_amount', sent: '27.90', expected: '37.88' },
      ],
    ],
    [
      'more than an amount can hold',
      { lines: [{ quantity: 9_999, unitPrice: MAX_MINOR, subtotal: MAX_MINOR }] },
      [
        {
          field: 'line_items.0.subtotal',
          sent: '9999999999.99',
          expected: '99989999999900.01',
        },
        { field: 'subtotal', sent: '34.99', expected: '99989999999900.01' },
        { field: 'total_amount', sent: '37.88', expected: '99989999999902.90' },
      ],
    ],
  ])('are refused: %s', (_, change, expected) => {
    expect(checkClaim({ ...right, ...change })).toEqual(expected);
  });

  test('are accepted once each expected value is put in place', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    const claim = fc.record({
      lines: fc.array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 9_999 }),
          unitPrice: cents,
          subtotal: cents,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      subtotal: cents,
      taxAmount: cents,
      totalAmount: cents,
    });
    fc.assert(
      fc.property(claim, sent => {
        const found = new Map(checkClaim(sent).map(({ field, expected }) => [field, expected]));
        const fix = (field: string, value: number) => minor(found.get(field) ?? value / 100, 'USD');
        const fixed = {
          lines: sent.lines.map((line, index) => ({
            ...line,
            subtotal: fix(`line_items.${index}.subtotal`, line.subtotal),
          })),
          subtotal: fix('subtotal', sent.subtotal),
          taxAmount: sent.taxAmount,
          totalAmount: fix('total_amount', sent.totalAmount),
        };
        expect(checkClaim(fixed)).toEqual([]);
        expect(found.size > 0).toBe(JSON.stringify(fixed) !== JSON.stringify(sent));
      }),
      RUNS,
    );
  });
});

describe('tendered money', () => {
  const taken = (acceptedMinor: number, changeMinor: number, remainingMinor: number) =>
    ({ ok: true, acceptedMinor, roundingMinor: 0, changeMinor, remainingMinor }) as const;
  const refused = (code: 'NO_CHANGE_FOR_CARD' | 'NOTHING_TENDERED') =>
    ({ ok: false, code }) as const;

  test.each<[string, number, number, Tender['kind'], Settlement]>([
    ['exact cash', 1250, 1250, 'cash', taken(1250, 0, 0)],
    ['cash above the amount due gives change', 1250, 2000, 'cash', taken(1250, 750, 0)],
    ['cash below the amount due is a partial payment', 1250, 1000, 'cash', taken(1000, 0, 250)],
    ['exact card', 1250, 1250, 'other', taken(1250, 0, 0)],
    ['a card below the amount due is a partial payment', 1250, 1249, 'other', taken(1249, 0, 1)],
    ['a card one cent above', 1250, 1251, 'other', refused('NO_CHANGE_FOR_CARD')],
    ['nothing in cash for an amount due', 1250, 0, 'cash', refused('NOTHING_TENDERED')],
    ['nothing by card for an amount due', 1, 0, 'other', refused('NOTHING_TENDERED')],
    ['nothing in cash for a free sale', 0, 0, 'cash', taken(0, 0, 0)],
    ['nothing by card for a free sale', 0, 0, 'other', taken(0, 0, 0)],
    ['cash for a free sale is all change', 0, 500, 'cash', taken(0, 500, 0)],
    ['a card for a free sale', 0, 1, 'other', refused('NO_CHANGE_FOR_CARD')],
  ])('%s', (_, dueMinor, tenderedMinor, kind, expected) => {
    expect(settleTender({ dueMinor, tenderedMinor, kind })).toEqual(expected);
  });

  test.each<[number, number]>([
    [-1, 100],
    [100, -1],
    [0.5, 1],
    [1, Number.NaN],
  ])('%s due against %s tendered is a bug and throws', (dueMinor, tenderedMinor) => {
    expect(() => settleTender({ dueMinor, tenderedMinor, kind: 'cash' })).toThrow(TypeError);
  });
});

describe('shipping', () => {
  const rates = [
    { id: 2, code: 'express', title: 'Express', priceMinor: 1800 },
    { id: 1, code: 'standard', title: 'Standard', priceMinor: 400 },
  ];

  test.each<[unknown, number]>([
    ['standard', 400],
    [1, 400],
    ['1', 400],
    ['express', 1800],
    [2, 1800],
    ['2', 1800],
    ['pigeon', 400],
    [3, 400],
    [undefined, 400],
    [null, 400],
    [{ price: '0.00' }, 400],
  ])('chosen as %j costs %i cents at a store with its own rates', (picked, priceMinor) => {
    expect(pickShippingRate(rates, picked)?.priceMinor).toBe(priceMinor);
  });

  test('defaults to 5.00 or 16.00 where the store has no rates', () => {
    expect(pickShippingRate(defaultShippingRates('USD'), 1)?.priceMinor).toBe(500);
    expect(pickShippingRate(defaultShippingRates('KWD'), 'express')?.priceMinor).toBe(16_000);
    expect(DEFAULT_SHIPPING_RATES.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('falls back to the first rate where none is called standard', () => {
    expect(pickShippingRate(rates.slice(0, 1), 'pigeon')?.priceMinor).toBe(1800);
  });
});
