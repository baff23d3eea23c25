import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AmountTooLarge,
  type Basket,
  formatRate,
  parseRate,
  taxAsCharged,
  taxOf,
  totalsOf,
} from '../../src/domains/pricing/index.js';
import { MAX_MINOR } from '../../src/platform/money.js';
import {
  line,
  promotion,
  RUNS,
  rate,
  someLines,
  somePromotions,
  someRates,
  sum,
  twinLines,
} from './baskets.js';

const ny = rate('NY', 82_500);

describe('a basket', () => {
  test('of a mug, two shirts and tax-free beans with 10 % off', () => {
    const totals = totalsOf({
      lines: [
        line('mug', 1250),
        line('tee', 2500, 2),
        line('beans', 1800, 1, { isTaxExempt: true }),
      ],
      promotions: [promotion('p', { code: 'WELCOME10' })],
      taxes: [ny],
    });
    const part = (amountMinor: number) => [
      { promotionId: 'p', name: 'Promotion p', code: 'WELCOME10', amountMinor },
    ];
    // 10 % of 80.50 is 8.05; 8.25 % of 11.25 + 45.00 is 4.640625.
    expect(totals).toEqual({
      lines: [
        {
          key: 'mug',
          quantity: 1,
          unitPriceMinor: 1250,
          grossMinor: 1250,
          discountMinor: 125,
          netMinor: 1125,
          taxMinor: 93,
          totalMinor: 1218,
          effectiveUnitPriceMinor: 1125,
          applied: part(125),
        },
        {
          key: 'tee',
          quantity: 2,
          unitPriceMinor: 2500,
          grossMinor: 5000,
          discountMinor: 500,
          netMinor: 4500,
          taxMinor: 371,
          totalMinor: 4871,
          effectiveUnitPriceMinor: 2250,
          applied: part(500),
        },
        {
          key: 'beans',
          quantity: 1,
          unitPriceMinor: 1800,
          grossMinor: 1800,
          discountMinor: 180,
          netMinor: 1620,
          taxMinor: 0,
          totalMinor: 1620,
          effectiveUnitPriceMinor: 1620,
          applied: part(180),
        },
      ],
      subtotalMinor: 8050,
      discountMinor: 805,
      taxMinor: 464,
      shippingMinor: 0,
      shippingTaxMinor: 0,
      shippingWaivedMinor: 0,
      pricesIncludeTax: false,
      totalMinor: 7709,
      freeShipping: false,
      applied: part(805),
      taxBreakdown: [
        {
          jurisdiction: 'NY',
          tax_class: 'standard',
          taxable_amount: '56.25',
          rate: '0.0825',
          tax_collected: '4.64',
          net: '56.25',
          tax: '4.64',
          gross: '60.89',
        },
      ],
    });
  });

  test('that is empty costs nothing', () => {
    expect(totalsOf({ lines: [], taxes: [ny] })).toMatchObject({
      lines: [],
      subtotalMinor: 0,
      taxMinor: 0,
      totalMinor: 0,
      taxBreakdown: [{ taxable_amount: '0.00', tax_collected: '0.00' }],
    });
  });

  test('rounds the unit price for display only', () => {
    const totals = totalsOf({
      lines: [line('a', 1000, 3)],
      promotions: [promotion('p', { kind: 'fixed', value: 1000 })],
    });
    expect(totals.lines[0]).toMatchObject({ netMinor: 2000, effectiveUnitPriceMinor: 667 });
  });

  test.each<[string, Partial<Basket>, number, number, number, number]>([
    ['untaxed', {}, 500, 0, 100, 1600],
    ['taxed', { shippingTaxable: true }, 500, 50, 150, 1650],
    ['waived', { promotions: [promotion('s', { kind: 'free_shipping' })] }, 0, 0, 100, 1100],
    [
      'waived where it would be taxed',
      { promotions: [promotion('s', { kind: 'free_shipping' })], shippingTaxable: true },
      0,
      0,
      100,
      1100,
    ],
  ])('adds shipping: %s', (_, more, shippingMinor, shippingTaxMinor, taxMinor, totalMinor) => {
    const totals = totalsOf({
      lines: [line('a', 1000)],
      taxes: [rate('T', 100_000)],
      shippingMinor: 500,
      ...more,
    });
    expect(totals).toMatchObject({ shippingMinor, shippingTaxMinor, taxMinor, totalMinor });
    expect(totals.shippingWaivedMinor).toBe(500 - shippingMinor);
    expect(totals.lines[0]?.taxMinor).toBe(100);
  });

  test('keeps the tax that a till charged and splits it over the lines', () => {
    const lines = [line('a', 1000), line('b', 3000), line('c', 500, 1, { isTaxExempt: true })];
    const totals = totalsOf({ lines, taxes: [ny, rate('CITY', 10_000)], chargedTaxMinor: 401 });
    expect(totals.lines.map(({ taxMinor }) => taxMinor)).toEqual([100, 301, 0]);
    expect(totals).toMatchObject({ taxMinor: 401, totalMinor: 4901 });
    expect(totals.taxBreakdown.map(row => row.tax_collected)).toEqual(['3.58', '0.43']);
  });

  test('puts tax on free lines rather than on missing shipping', () => {
    const totals = totalsOf({ lines: [line('a', 0)], taxes: [ny], chargedTaxMinor: 2 });
    expect(totals.lines[0]?.taxMinor).toBe(2);
    expect(totals).toMatchObject({ shippingTaxMinor: 0, totalMinor: 2 });
  });

  test("above the database's limit is refused", () => {
    expect(totalsOf({ lines: [line('a', 100_010_001, 9_999)] }).totalMinor).toBe(MAX_MINOR);
    expect(() => totalsOf({ lines: [line('a', MAX_MINOR, 9_999)] })).toThrow(AmountTooLarge);
    expect(() => totalsOf({ lines: [line('a', MAX_MINOR), line('b', 1)] })).toThrow(AmountTooLarge);
    expect(() => totalsOf({ lines: [line('a', MAX_MINOR)], taxes: [ny] })).toThrow(AmountTooLarge);
    expect(() => totalsOf({ lines: [line('a', MAX_MINOR)], shippingMinor: 1 })).toThrow(
      AmountTooLarge,
    );
  });

  test.each<[string, Basket['lines']]>([
    ['no pieces', [line('a', 100, 0)]],
    ['half a unit', [line('a', 100, 1.5)]],
    ['a negative price', [line('a', -1)]],
    ['half a cent', [line('a', 0.5)]],
    ['a duplicate key', [line('a', 1), line('a', 2)]],
  ])('with %s is a bug and throws', (_, lines) => {
    expect(() => totalsOf({ lines })).toThrow(TypeError);
  });
});

describe('tax', () => {
  const base = (netMinor: number, isTaxExempt = false) => ({ netMinor, isTaxExempt });

  test.each<[string, number[], number[], number, number[]]>([
    ['is rounded once on the sum, not per line', [6, 6, 6], [82_500], 1, [1, 0, 0]],
    ['rounds half a cent up', [100], [5_000], 1, [1]],
    ['rounds less than half a cent down', [100], [4_999], 0, [0]],
    ['rounds per jurisdiction', [100], [5_000, 5_000], 2, [2]],
    ['of zero is zero', [0, 0], [190_000], 0, [0, 0]],
    ['at 19 %', [999, 1], [190_000], 190, [190, 0]],
    ['without a jurisdiction is zero', [1000], [], 0, [0]],
  ])('%s', (_, nets, micros, taxMinor, sharesMinor) => {
    const rates = micros.map((value, index) => rate(`J${index}`, value));
    const bases = nets.map(net => base(net));
    expect(taxOf(bases, rates)).toMatchObject({ taxMinor, sharesMinor });
  });

  test('charged on exempt lines only is still split over them', () => {
    const exempt = [base(1000, true), base(3000, true)];
    expect(taxAsCharged(exempt, [ny], 400).sharesMinor).toEqual([100, 300]);
    expect(taxAsCharged([base(0), base(0)], [ny], 3).sharesMinor).toEqual([2, 1]);
  });

  test('that matches no rate is omitted from the breakdown', () => {
    const tax = taxAsCharged([base(1000)], [rate('NONE', 0)], 50);
    expect(tax).toMatchObject({ taxMinor: 50, sharesMinor: [50] });
    expect(tax.jurisdictions.map(({ taxMinor }) => taxMinor)).toEqual([0]);
    expect(taxAsCharged([base(1000)], [], 50)).toMatchObject({ taxMinor: 50, jurisdictions: [] });
  });

  test('equal to the computed one is split like it', () => {
    // 0.5, 0.5 and 10.4 cents round to 1, 1 and 10; sharing 12 cents by rate gives 1, 0 and 11.
    const rates = [rate('A', 5_000), rate('B', 5_000), rate('C', 104_000)];
    const own = taxOf([base(100)], rates);
    expect(own.jurisdictions.map(({ taxMinor }) => taxMinor)).toEqual([1, 1, 10]);
    expect(taxAsCharged([base(100)], rates, 12)).toEqual(own);
    const more = taxAsCharged([base(100)], rates, 114);
    expect(more.jurisdictions.map(({ taxMinor }) => taxMinor)).toEqual([5, 5, 104]);
  });

  test.each<[string, number, string]>([
    ['0.082500', 82_500, '0.0825'],
    ['0.19', 190_000, '0.19'],
    ['0', 0, '0'],
    ['0.000001', 1, '0.000001'],
    ['0.999999', 999_999, '0.999999'],
    ['1', 1_000_000, '1'],
  ])('parses the rate %s as %i millionths and formats it as %s', (text, micros, written) => {
    expect(parseRate(text)).toBe(micros);
    expect(formatRate(micros)).toBe(written);
  });

  test.each(['', '0.', '.1', '-0.1', '0.0000001', '1e-3', '10', '0,1'])(
    'refuses the rate "%s"',
    text => {
      expect(() => parseRate(text)).toThrow(TypeError);
    },
  );
});

const someBasket: fc.Arbitrary<Basket> = fc.record(
  {
    lines: someLines,
    promotions: somePromotions,
    taxes: someRates,
    shippingMinor: fc.integer({ min: 0, max: 3_000 }),
    shippingTaxable: fc.boolean(),
    chargedTaxMinor: fc.integer({ min: 0, max: 5_000 }),
  },
  { requiredKeys: ['lines', 'promotions', 'taxes'] },
);

const buyOneGetOne = {
  kind: 'buy_x_get_y',
  buyQuantity: 1,
  getQuantity: 1,
  getDiscountBasisPoints: 5000,
} as const;

describe('any basket', () => {
  test('adds up to the cent, line by line and as a whole', () => {
    fc.assert(
      fc.property(someBasket, basket => {
        const totals = totalsOf(basket);
        const add = (part: 'grossMinor' | 'discountMinor' | 'taxMinor' | 'totalMinor') =>
          sum(totals.lines.map(each => each[part]));
        expect(add('grossMinor')).toBe(totals.subtotalMinor);
        expect(add('discountMinor')).toBe(totals.discountMinor);
        expect(add('taxMinor') + totals.shippingTaxMinor).toBe(totals.taxMinor);
        expect(add('totalMinor') + totals.shippingMinor + totals.shippingTaxMinor).toBe(
          totals.totalMinor,
        );
        expect(totals.shippingMinor + totals.shippingWaivedMinor).toBe(basket.shippingMinor ?? 0);
        for (const each of totals.lines) {
          expect(each.netMinor).toBe(each.grossMinor - each.discountMinor);
          expect(each.totalMinor).toBe(each.netMinor + each.taxMinor);
          expect(each.netMinor).toBeGreaterThanOrEqual(0);
          expect(each.discountMinor).toBeGreaterThanOrEqual(0);
          expect(each.taxMinor).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  test('taxes the taxable nets once per jurisdiction and exempt lines never', () => {
    fc.assert(
      fc.property(someBasket, ({ chargedTaxMinor: _, ...basket }) => {
        const totals = totalsOf(basket);
        const exempt = basket.lines.map(each => each.isTaxExempt);
        for (const [index, each] of totals.lines.entries()) {
          if (exempt[index]) expect(each.taxMinor).toBe(0);
        }
        const taxable =
          sum(totals.lines.filter((_, index) => !exempt[index]).map(each => each.netMinor)) +
          (basket.shippingTaxable ? totals.shippingMinor : 0);
        const expected = (basket.taxes ?? []).map(({ rateMicros }) =>
          Number((BigInt(taxable) * BigInt(rateMicros) + 500_000n) / 1_000_000n),
        );
        expect(totals.taxMinor).toBe(sum(expected));
        expect(totals.taxBreakdown.map(row => Math.round(Number(row.tax_collected) * 100))).toEqual(
          expected,
        );
      }),
      RUNS,
    );
  });

  const tightBasket: fc.Arbitrary<Basket> = fc.record({
    lines: twinLines,
    promotions: fc
      .integer({ min: 1, max: 30 })
      .map(value => [
        promotion('p', { kind: 'fixed', value, priority: 1 }),
        promotion('q', buyOneGetOne),
      ]),
    taxes: fc.constantFrom([rate('T', 500_000)], [rate('T', 100_000), rate('U', 70_000)]),
  });

  test('costs the same in any scan order, for every line', () => {
    const shuffled = fc
      .oneof(someBasket, tightBasket)
      .chain(basket =>
        fc.tuple(
          fc.constant(basket),
          fc.shuffledSubarray([...basket.lines], { minLength: basket.lines.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([basket, lines]) => {
        const { lines: first, ...whole } = totalsOf(basket);
        const { lines: second, ...again } = totalsOf({ ...basket, lines });
        expect(again).toEqual(whole);
        const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
        expect([...second].sort(byKey)).toEqual([...first].sort(byKey));
        expect(second.map(({ key }) => key)).toEqual(lines.map(({ key }) => key));
      }),
      RUNS,
    );
  });

  test.each<[string, [number, number], [number, number]]>([
    ['price', [5, 1], [15, 1]],
    ['quantity', [5, 1], [5, 5]],
  ])('costs the same when two lines differ only in %s and odd cents are left over', (_, a, b) => {
    // The recipient of the odd cent decides how the next promotion rounds.
    const promotions = [
      promotion('p', { kind: 'fixed', value: 2, priority: 1 }),
      promotion('q', buyOneGetOne),
    ];
    const inOrder = (...lines: [number, number][]) =>
      totalsOf({
        promotions,
        lines: lines.map(([price, quantity], index) =>
          line(`${index}`, price, quantity, { sku: 'MUG', variantId: 'mug' }),
        ),
      }).totalMinor;
    expect(inOrder(a, b)).toBe(inOrder(b, a));
  });

  test('costs the same when line keys follow the scan order', () => {
    const reversed = (basket: Basket): Basket => ({
      ...basket,
      lines: [...basket.lines].reverse().map((each, index) => ({ ...each, key: `line-${index}` })),
    });
    fc.assert(
      fc.property(tightBasket, basket => {
        const { lines: _first, ...whole } = totalsOf(basket);
        const { lines: _second, ...again } = totalsOf(reversed(basket));
        expect(again).toEqual(whole);
      }),
      RUNS,
    );
  });
});
