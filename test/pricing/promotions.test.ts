import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPromotions, type PricedLine } from '../../src/domains/pricing/index.js';
import { line, promotion, RUNS, someLines, somePromotions, sum } from './baskets.js';

const discounts = (lines: PricedLine[], ...promotions: ReturnType<typeof promotion>[]) =>
  applyPromotions(lines, promotions).lines.map(result => result.discountMinor);

describe('one promotion', () => {
  test('takes a percentage of the basket once and splits it to the cent', () => {
    const thirds = [line('a', 999), line('b', 999), line('c', 999)];
    // 10 % of 29.97 is 3.00.
    expect(discounts(thirds, promotion('p'))).toEqual([100, 100, 100]);
    // 10 % of 0.10 is one cent; rounding half a cent up on each line would make two.
    expect(discounts([line('a', 5), line('b', 5)], promotion('p'))).toEqual([1, 0]);
  });

  test("names each promotion's share per line and for the basket", () => {
    const ten = promotion('p', { name: 'Welcome', code: 'WELCOME10' });
    const result = applyPromotions([line('a', 1250, 2), line('b', 1000)], [ten]);
    expect(result).toEqual({
      lines: [
        {
          key: 'a',
          discountMinor: 250,
          applied: [{ promotionId: 'p', name: 'Welcome', code: 'WELCOME10', amountMinor: 250 }],
        },
        {
          key: 'b',
          discountMinor: 100,
          applied: [{ promotionId: 'p', name: 'Welcome', code: 'WELCOME10', amountMinor: 100 }],
        },
      ],
      applied: [{ promotionId: 'p', name: 'Welcome', code: 'WELCOME10', amountMinor: 350 }],
      freeShipping: false,
      promotionSavingsMinor: 350,
    });
  });

  test('splits a fixed amount by value and gives leftover cents to the largest remainders', () => {
    const fixed = promotion('p', { kind: 'fixed', value: 1000 });
    // 10.00 over 12.50, 25.00 and 9.99: 2.6322…, 5.2643…, 2.1036…
    const basket = [line('a', 1250), line('b', 2500), line('c', 999)];
    expect(discounts(basket, fixed)).toEqual([263, 527, 210]);
  });

  test('never takes a line below zero', () => {
    const basket = [line('a', 300), line('b', 0), line('c', 200)];
    expect(discounts(basket, promotion('p', { kind: 'fixed', value: 9_999 }))).toEqual([
      300, 0, 200,
    ]);
    expect(discounts(basket, promotion('p', { value: 20_000 }))).toEqual([300, 0, 200]);
    expect(discounts(basket, promotion('p', { kind: 'fixed', value: -100 }))).toEqual([0, 0, 0]);
  });

  test('is omitted when it saves nothing', () => {
    const result = applyPromotions([line('a', 4)], [promotion('p', { value: 1000 })]);
    expect(result.applied).toEqual([]);
    expect(result.lines).toEqual([{ key: 'a', discountMinor: 0, applied: [] }]);
  });

  test('is limited to its maximum', () => {
    const half = promotion('p', { value: 5000, maximumDiscountMinor: 500 });
    expect(discounts([line('a', 3000), line('b', 1000)], half)).toEqual([375, 125]);
    expect(discounts([line('a', 800), line('b', 200)], half)).toEqual([400, 100]);
    const got = promotion('p', { ...buy(1, 1), maximumDiscountMinor: 700 });
    expect(discounts([line('a', 1000, 2)], got)).toEqual([700]);
    for (const maximumDiscountMinor of [0, -1]) {
      expect(discounts([line('a', 1000)], promotion('p', { maximumDiscountMinor }))).toEqual([0]);
    }
  });

  test('needs its minimum, measured before other discounts', () => {
    const first = promotion('p1', { kind: 'fixed', value: 4000, priority: 9 });
    const second = promotion('p2', { value: 1000, minimumSubtotalMinor: 5000 });
    expect(discounts([line('a', 5000)], first, second)).toEqual([4100]);
    expect(discounts([line('a', 4999)], first, second)).toEqual([4000]);
  });

  test.each<[string, Parameters<typeof promotion>[1], number[]]>([
    ['product, given as a number', { scope: { kind: 'product', ids: ['42'] } }, [100, 0, 0]],
    ['variant', { scope: { kind: 'variant', ids: ['variant-b'] } }, [0, 100, 0]],
    ['category', { scope: { kind: 'category', ids: ['kitchen'] } }, [0, 100, 0]],
    ['collection', { scope: { kind: 'collection', ids: ['summer', 'x'] } }, [0, 0, 100]],
    ['order', { scope: { kind: 'order', ids: [] } }, [100, 100, 100]],
    ['nothing named', { scope: { kind: 'category', ids: [] } }, [0, 0, 0]],
  ])('covers only its scope: %s', (_, terms, expected) => {
    const basket = [
      line('a', 1000, 1, { productId: 42 }),
      line('b', 1000, 1, { categoryId: 'kitchen' }),
      line('c', 1000, 1, { collectionIds: ['sale', 'summer'] }),
    ];
    expect(discounts(basket, promotion('p', terms))).toEqual(expected);
  });

  test('applies once although it is listed twice', () => {
    expect(discounts([line('a', 1000)], promotion('p'), promotion('p'))).toEqual([100]);
  });
});

const buy = (buyQuantity: number, getQuantity: number, getDiscountBasisPoints?: number) =>
  ({ kind: 'buy_x_get_y', value: 0, buyQuantity, getQuantity, getDiscountBasisPoints }) as const;

describe('buy X, get Y', () => {
  test.each<[string, [number, number, number?], [number, number][], number[]]>([
    ['two for one', [1, 1], [[1000, 2]], [1000]],
    ['two for one on three', [1, 1], [[1000, 3]], [1000]],
    ['three for two on two', [2, 1], [[1000, 2]], [0]],
    ['three for two on three', [2, 1], [[1000, 3]], [1000]],
    ['three for two on seven', [2, 1], [[1000, 7]], [2000]],
    ['buy 2 get 2 with only one more in the basket', [2, 2], [[1000, 3]], [1000]],
    ['second at half price', [1, 1, 5000], [[999, 2]], [500]],
    ['second at half price, twice', [1, 1, 5000], [[999, 4]], [999]],
    // biome-ignore format: one case a line reads as a table
    ['the cheapest of three is free', [2, 1], [[900, 1], [1200, 1], [1100, 1]], [900, 0, 0]],
    // biome-ignore format: one case a line reads as a table
    ['a cheap extra does not take the saving away', [1, 1], [[10_000, 2], [100, 1]], [10_000, 0]],
    // biome-ignore format: one case a line reads as a table
    ['groups form from the most expensive to the cheapest', [1, 1], [[100, 2], [500, 1], [400, 1]], [100, 0, 400]],
    // biome-ignore format: one case a line reads as a table
    ['a group spans lines', [2, 1], [[500, 2], [300, 4]], [0, 600]],
  ])('%s', (_, [x, y, points], lines, expected) => {
    const basket = lines.map(([price, quantity], index) => line(`l${index}`, price, quantity));
    expect(discounts(basket, promotion('p', buy(x, y, points)))).toEqual(expected);
  });

  test('makes an already reduced unit free, and no more', () => {
    const ten = promotion('p1', { value: 1000, priority: 2 });
    const two = promotion('p2', { ...buy(1, 1), priority: 1 });
    // 20.00 less 10 % is 18.00; one of the two is then worth 9.00.
    expect(discounts([line('a', 1000, 2)], ten, two)).toEqual([1100]);
  });

  test('does not count a free unit as bought', () => {
    const scope = { kind: 'variant', ids: ['variant-a'] } as const;
    const free = promotion('p1', { value: 10_000, scope, priority: 2 });
    const two = promotion('p2', { ...buy(1, 1), priority: 1 });
    expect(discounts([line('a', 1000), line('b', 500)], free, two)).toEqual([1000, 0]);
  });

  test.each<[string, Parameters<typeof promotion>[1], number]>([
    ['without quantities saves nothing', { kind: 'buy_x_get_y' }, 0],
    ['with zero bought units saves nothing', buy(0, 1), 0],
    ['with negative free units saves nothing', buy(1, -1), 0],
    ['never raises a price', buy(1, 1, -5000), 0],
    ['is limited to free', buy(1, 1, 20_000), 2000],
  ])('%s', (_, terms, expected) => {
    expect(discounts([line('a', 1000, 4)], promotion('p', terms))).toEqual([expected]);
  });

  test('never saves less when a unit is added to the basket', () => {
    const quantity = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(someLines, someLines, quantity, quantity, (basket, more, x, y) => {
        const added = more.map(extra => ({ ...extra, key: `more-${extra.key}` }));
        const offer = promotion('p', buy(x, y));
        const before = applyPromotions(basket, [offer]).promotionSavingsMinor;
        const after = applyPromotions([...basket, ...added], [offer]).promotionSavingsMinor;
        expect(after).toBeGreaterThanOrEqual(before);
      }),
      RUNS,
    );
  });
});

describe('several promotions', () => {
  const tenPercent = { value: 1000 };
  const fiveOff = { kind: 'fixed', value: 500 } as const;

  test('apply by priority, then by id, each on the remainder', () => {
    const basket = [line('a', 10_000)];
    const percent = (priority: number) => promotion('b', { ...tenPercent, priority });
    const fixed = promotion('a', { ...fiveOff, priority: 1 });
    expect(discounts(basket, fixed, percent(2))).toEqual([1500]);
    expect(discounts(basket, percent(0), fixed)).toEqual([1450]);
    expect(discounts(basket, percent(1), fixed)).toEqual([1450]);
  });

  test('of which one is exclusive exclude all later ones', () => {
    const alone = promotion('a', { ...tenPercent, stackable: false, priority: 1 });
    expect(discounts([line('a', 10_000)], alone, promotion('b', fiveOff))).toEqual([1000]);
  });

  test('drop an exclusive one after another applied', () => {
    const alone = promotion('b', { value: 9000, stackable: false });
    const first = promotion('a', { ...fiveOff, priority: 1 });
    expect(discounts([line('a', 10_000)], alone, first)).toEqual([500]);
  });

  test('apply to lines that an exclusive one does not cover', () => {
    const scope = { kind: 'variant', ids: ['variant-a'] } as const;
    const alone = promotion('a', { ...tenPercent, scope, stackable: false, priority: 1 });
    const basket = [line('a', 1000), line('b', 1000)];
    expect(discounts(basket, alone, promotion('b', fiveOff))).toEqual([100, 500]);
    const late = promotion('z', { ...tenPercent, stackable: false });
    const onA = promotion('y', { ...fiveOff, scope, priority: 1 });
    expect(discounts(basket, late, onA)).toEqual([500, 100]);
  });

  test('count a line as taken although its share is zero', () => {
    const alone = promotion('a', { kind: 'fixed', value: 1, stackable: false, priority: 1 });
    const basket = [line('a', 1000), line('b', 1000)];
    expect(discounts(basket, alone, promotion('b', tenPercent))).toEqual([1, 0]);
  });

  test('count units bought to get another as taken, but not units beyond', () => {
    const alone = promotion('a', { ...buy(1, 1), stackable: false, priority: 1 });
    const basket = [line('a', 1000), line('b', 900), line('c', 800)];
    expect(discounts(basket, alone, promotion('b', tenPercent))).toEqual([0, 900, 80]);
  });

  test('ignore one that saves nothing', () => {
    for (const terms of [buy(5, 1), { value: 0 }, { maximumDiscountMinor: 0 }]) {
      const alone = promotion('a', { ...terms, stackable: false, priority: 1 });
      expect(discounts([line('a', 1000)], alone, promotion('b', tenPercent))).toEqual([100]);
    }
  });

  test('combine free shipping with everything, if its scope is in the basket', () => {
    const free = promotion('s', { kind: 'free_shipping', stackable: false, code: 'SHIP' });
    const alone = promotion('a', { ...tenPercent, stackable: false, priority: 1 });
    const both = applyPromotions([line('a', 1000)], [free, alone]);
    expect(both.freeShipping).toBe(true);
    expect(both.promotionSavingsMinor).toBe(100);
    expect(both.applied.map(({ promotionId, amountMinor }) => [promotionId, amountMinor])).toEqual([
      ['a', 100],
      ['s', 0],
    ]);
    expect(applyPromotions([], [free]).freeShipping).toBe(false);
    const scoped = { ...free, scope: { kind: 'variant', ids: ['variant-z'] } as const };
    expect(applyPromotions([line('a', 1000)], [scoped]).freeShipping).toBe(false);
    const above = { ...free, minimumSubtotalMinor: 1001 };
    expect(applyPromotions([line('a', 1000)], [above]).freeShipping).toBe(false);
    expect(applyPromotions([line('a', 1001)], [above]).freeShipping).toBe(true);
  });
});

describe('any basket with any promotions', () => {
  test('discounts each line by the sum of its promotions, never more than its price', () => {
    fc.assert(
      fc.property(someLines, somePromotions, (lines, promotions) => {
        const result = applyPromotions(lines, promotions);
        expect(result.lines.map(({ key }) => key)).toEqual(lines.map(({ key }) => key));
        for (const [index, { discountMinor, applied }] of result.lines.entries()) {
          const { quantity = 0, unitPriceMinor = 0 } = lines[index] ?? {};
          expect(discountMinor).toBe(sum(applied.map(({ amountMinor }) => amountMinor)));
          expect(discountMinor).toBeLessThanOrEqual(quantity * unitPriceMinor);
          for (const { amountMinor } of applied) expect(amountMinor).toBeGreaterThan(0);
        }
        expect(sum(result.lines.map(({ discountMinor }) => discountMinor))).toBe(
          result.promotionSavingsMinor,
        );
      }),
      RUNS,
    );
  });

  test('keeps each promotion within its maximum and equal to the sum of its parts', () => {
    fc.assert(
      fc.property(someLines, somePromotions, (lines, promotions) => {
        const result = applyPromotions(lines, promotions);
        for (const { promotionId, amountMinor } of result.applied) {
          const terms = promotions.find(({ id }) => id === promotionId);
          expect(amountMinor).toBeLessThanOrEqual(terms?.maximumDiscountMinor ?? Infinity);
          const parts = result.lines.flatMap(({ applied }) =>
            applied.filter(part => part.promotionId === promotionId),
          );
          expect(sum(parts.map(part => part.amountMinor))).toBe(amountMinor);
        }
      }),
      RUNS,
    );
  });

  test('combines nothing with an exclusive promotion', () => {
    fc.assert(
      fc.property(someLines, somePromotions, (lines, promotions) => {
        const alone = new Set(promotions.filter(p => !p.stackable).map(({ id }) => id));
        for (const { applied } of applyPromotions(lines, promotions).lines) {
          const loners = applied.filter(({ promotionId }) => alone.has(promotionId));
          if (loners.length > 0) expect(applied).toHaveLength(1);
        }
      }),
      RUNS,
    );
  });

  test('has the same result in any order of the promotions', () => {
    fc.assert(
      fc.property(someLines, somePromotions, (lines, promotions) => {
        expect(applyPromotions(lines, [...promotions].reverse())).toEqual(
          applyPromotions(lines, promotions),
        );
      }),
      RUNS,
    );
  });
});
