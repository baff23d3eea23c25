import fc from 'fast-check';
import type { PricedLine, Promotion, TaxRate } from '../../src/domains/pricing/index.js';
import { runs } from '../support/runs.js';

/** The same baskets on every machine; a failure prints its seed and path. */
export const RUNS = { seed: 20_250_611, numRuns: runs(700) };

export function line(key: string, price: number, quantity = 1, more: Partial<PricedLine> = {}) {
  return {
    key,
    variantId: `variant-${key}`,
    productId: `product-${key}`,
    categoryId: null,
    sku: `SKU-${key}`,
    quantity,
    unitPriceMinor: price,
    isTaxExempt: false,
    ...more,
  } satisfies PricedLine;
}

export function promotion(id: string, more: Partial<Promotion> = {}): Promotion {
  return {
    id,
    name: `Promotion ${id}`,
    kind: 'percentage',
    value: 1000,
    scope: { kind: 'order', ids: [] },
    priority: 0,
    stackable: true,
    ...more,
  };
}

export const rate = (code: string, rateMicros: number): TaxRate => ({
  jurisdictionId: `jurisdiction-${code}`,
  code,
  name: code,
  rateMicros,
});

const price = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 9_999 }),
  fc.integer({ min: 0, max: 500_000_000 }),
);

export const someLines: fc.Arbitrary<PricedLine[]> = fc
  .array(
    fc.record({
      sku: fc.constantFrom('MUG', 'TEE', 'BEANS', 'POSTER'),
      categoryId: fc.constantFrom('kitchen', 'clothes', null),
      collectionIds: fc.subarray(['summer', 'sale']),
      quantity: fc.integer({ min: 1, max: 30 }),
      unitPriceMinor: price,
      isTaxExempt: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map(lines =>
    lines.map((fields, index) => ({
      ...fields,
      key: `line-${index}`,
      variantId: `variant-${fields.sku}`,
      productId: fields.sku.length,
    })),
  );

/** Small baskets of equal lines, where leftover cents decide the split. */
export const twinLines: fc.Arbitrary<PricedLine[]> = fc
  .array(
    fc.record({
      sku: fc.constantFrom('MUG', 'TEE'),
      quantity: fc.integer({ min: 1, max: 2 }),
      unitPriceMinor: fc.integer({ min: 1, max: 4 }).map(units => units * 5),
      isTaxExempt: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map(lines =>
    lines.map((fields, index) => ({
      ...fields,
      key: `line-${index}`,
      variantId: `variant-${fields.sku}`,
      productId: fields.sku,
      categoryId: null,
    })),
  );

const scope: fc.Arbitrary<Promotion['scope']> = fc.oneof(
  fc.constant({ kind: 'order' as const, ids: [] }),
  fc.constant({ kind: 'product' as const, ids: ['3'] }),
  fc.constant({ kind: 'variant' as const, ids: ['variant-MUG', 'variant-POSTER'] }),
  fc.constant({ kind: 'category' as const, ids: ['kitchen'] }),
  fc.constant({ kind: 'collection' as const, ids: ['summer'] }),
);

const kind: fc.Arbitrary<Pick<Promotion, 'kind' | 'value'>> = fc.oneof(
  fc.record({
    kind: fc.constant('percentage' as const),
    value: fc.integer({ min: 0, max: 12_000 }),
  }),
  fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 0, max: 100_000 }) }),
  fc.record({ kind: fc.constant('buy_x_get_y' as const), value: fc.constant(0) }),
  fc.record({ kind: fc.constant('free_shipping' as const), value: fc.constant(0) }),
);

export const somePromotions: fc.Arbitrary<Promotion[]> = fc
  .array(
    fc.tuple(
      kind,
      fc.record({
        scope,
        buyQuantity: fc.integer({ min: 1, max: 3 }),
        getQuantity: fc.integer({ min: 1, max: 2 }),
        getDiscountBasisPoints: fc.constantFrom(null, 10_000, 5_000, 3_333),
        minimumSubtotalMinor: fc.option(fc.integer({ min: 0, max: 50_000 })),
        maximumDiscountMinor: fc.option(fc.integer({ min: 0, max: 5_000 })),
        priority: fc.integer({ min: 0, max: 3 }),
        stackable: fc.boolean(),
      }),
    ),
    { maxLength: 4 },
  )
  .map(list =>
    list.map(([what, terms], index) => ({
      ...terms,
      ...what,
      id: `promotion-${index}`,
      name: `Promotion ${index}`,
    })),
  );

export const someRates: fc.Arbitrary<TaxRate[]> = fc
  .array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 3 })
  .map(rates => rates.map((micros, index) => rate(`J${index}`, micros)));

export const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
