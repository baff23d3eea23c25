import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Basket,
  netOf,
  type PricedLine,
  ratesFor,
  refundFor,
  type TaxRate,
  totalsOf,
} from '../../src/domains/pricing/index.js';
import { parseMoney } from '../../src/platform/money.js';
import { runs } from '../support/runs.js';
import {
  RUNS as BASKETS,
  line,
  promotion,
  rate,
  someLines,
  somePromotions,
  sum,
} from './baskets.js';

const RUNS = { ...BASKETS, numRuns: runs(200) };

const classRate = (code: string, taxClass: string, rateMicros: number): TaxRate => ({
  ...rate(code, rateMicros),
  taxClass,
});

const germany = [classRate('DE', 'standard', 190_000), classRate('DE', 'reduced', 70_000)];
const mug = line('mug', 1190);
const book = line('book', 1070, 1, { taxClass: 'reduced' });

describe('tax classes', () => {
  test('tax each line at the rate of its class, on top of the price', () => {
    const totals = totalsOf({
      lines: [line('mug', 1000, 2), { ...book, unitPriceMinor: 1000 }],
      taxes: germany,
    });
    expect(totals).toMatchObject({ subtotalMinor: 3000, taxMinor: 450, totalMinor: 3450 });
    expect(totals.lines.map(each => each.taxMinor)).toEqual([380, 70]);
    expect(totals.taxBreakdown).toEqual([
      {
        jurisdiction: 'DE',
        tax_class: 'standard',
        taxable_amount: '20.00',
        rate: '0.19',
        tax_collected: '3.80',
        net: '20.00',
        tax: '3.80',
        gross: '23.80',
      },
      {
        jurisdiction: 'DE',
        tax_class: 'reduced',
        taxable_amount: '10.00',
        rate: '0.07',
        tax_collected: '0.70',
        net: '10.00',
        tax: '0.70',
        gross: '10.70',
      },
    ]);
  });

  test('without a rate: zero and exempt are untaxed, others are taxed like standard goods', () => {
    const only = [classRate('NY', 'standard', 82_500)];
    const rates = (taxClass: string) => ratesFor({ isTaxExempt: false, taxClass }, only);
    expect(rates('reduced')).toEqual(only);
    expect(rates('zero')).toEqual([]);
    expect(rates('exempt')).toEqual([]);
    expect(ratesFor({ isTaxExempt: true, taxClass: 'standard' }, only)).toEqual([]);
  });

  test('that fall back to the standard rate are rounded together with standard goods', () => {
    const lines = (taxClass?: string) => [
      line('a', 6),
      line('b', 6, 1, { taxClass }),
      line('c', 6),
    ];
    const taxes = [rate('NY', 82_500)];
    expect(totalsOf({ lines: lines('reduced'), taxes })).toEqual(
      totalsOf({ lines: lines(), taxes }),
    );
  });

  test('fall back per jurisdiction', () => {
    const taxes = [
      classRate('A', 'standard', 100_000),
      classRate('B', 'standard', 20_000),
      classRate('A', 'reduced', 50_000),
    ];
    const totals = totalsOf({ lines: [{ ...book, unitPriceMinor: 1000 }], taxes });
    expect(totals.taxBreakdown.map(row => [row.jurisdiction, row.tax_class, row.tax])).toEqual([
      ['B', 'standard', '0.20'],
      ['A', 'reduced', '0.50'],
    ]);
  });
});

describe('prices with tax inside', () => {
  test('give a total of the subtotal less discounts, and the tax per rate', () => {
    const totals = totalsOf({ lines: [mug, book], taxes: germany, pricesIncludeTax: true });
    expect(totals).toMatchObject({
      pricesIncludeTax: true,
      subtotalMinor: 2260,
      taxMinor: 260,
      totalMinor: 2260,
    });
    expect(totals.lines.map(each => [each.netMinor, each.taxMinor, each.totalMinor])).toEqual([
      [1000, 190, 1190],
      [1000, 70, 1070],
    ]);
    expect(totals.taxBreakdown.map(({ net, tax, gross }) => [net, tax, gross])).toEqual([
      ['10.00', '1.90', '11.90'],
      ['10.00', '0.70', '10.70'],
    ]);
  });

  test('discounts reduce the tax inside', () => {
    const totals = totalsOf({
      lines: [line('mug', 1250)],
      promotions: [promotion('p')],
      taxes: germany,
      pricesIncludeTax: true,
    });
    // 12.50 − 1.25 = 11.25; 11.25 ÷ 1.19 = 9.4538.
    expect(totals).toMatchObject({ discountMinor: 125, taxMinor: 180, totalMinor: 1125 });
    expect(totals.lines[0]?.effectiveUnitPriceMinor).toBe(1125);
  });

  test('several jurisdictions are inside together', () => {
    const taxes = [rate('STATE', 50_000), rate('CITY', 50_000)];
    const totals = totalsOf({ lines: [line('a', 1100)], taxes, pricesIncludeTax: true });
    expect(totals.taxBreakdown.map(({ net, tax, gross }) => [net, tax, gross])).toEqual([
      ['10.00', '0.50', '10.50'],
      ['10.00', '0.50', '10.50'],
    ]);
    expect(totals).toMatchObject({ taxMinor: 100, totalMinor: 1100 });
  });

  test('shipping has a class of its own', () => {
    const basket = { lines: [mug], taxes: germany, pricesIncludeTax: true, shippingMinor: 595 };
    expect(totalsOf({ ...basket, shippingTaxClass: 'standard' })).toMatchObject({
      shippingMinor: 595,
      shippingTaxMinor: 95,
      taxMinor: 285,
      totalMinor: 1785,
    });
    expect(totalsOf({ ...basket, shippingTaxClass: null })).toMatchObject({
      shippingTaxMinor: 0,
      taxMinor: 190,
      totalMinor: 1785,
    });
  });

  test('keep the tax that a till names, without more tax than price on any line', () => {
    const lines = [line('a', 100), line('b', 900, 1, { taxClass: 'zero' })];
    const totals = totalsOf({
      lines,
      taxes: germany,
      pricesIncludeTax: true,
      chargedTaxMinor: 400,
    });
    expect(totals.lines.map(each => each.taxMinor)).toEqual([40, 360]);
    expect(totals).toMatchObject({ taxMinor: 400, totalMinor: 1000 });
  });

  test('an exempt customer pays the net price', () => {
    const basket = { lines: [{ ...mug, quantity: 3 }, book], taxes: germany };
    const taxExemption = { reason: 'Embassy' };
    const inside = totalsOf({ ...basket, pricesIncludeTax: true, taxExemption });
    expect(inside).toMatchObject({
      subtotalMinor: 4000,
      taxMinor: 0,
      totalMinor: 4000,
      taxBreakdown: [],
    });
    expect(inside.lines.map(each => each.unitPriceMinor)).toEqual([1000, 1000]);
    const onTop = totalsOf({ ...basket, taxExemption });
    expect(onTop).toMatchObject({ subtotalMinor: 4640, taxMinor: 0, totalMinor: 4640 });
  });
});

const CLASSES = ['standard', 'reduced', 'zero', 'exempt'] as const;

const classedLines: fc.Arbitrary<PricedLine[]> = someLines.chain(lines =>
  fc
    .array(fc.constantFrom(undefined, ...CLASSES), {
      minLength: lines.length,
      maxLength: lines.length,
    })
    .map(classes => lines.map((each, index) => ({ ...each, taxClass: classes[index] }))),
);

const classedRates: fc.Arbitrary<TaxRate[]> = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('A', 'B'),
      fc.constantFrom('standard', 'reduced', 'zero'),
      fc.oneof(
        fc.constantFrom(0, 26_000, 70_000, 81_000, 190_000, 1_000_000),
        fc.integer({ min: 0, max: 1_000_000 }),
      ),
    )
    .map(([code, taxClass, micros]) => classRate(code, taxClass, micros)),
  { selector: ({ code, taxClass }) => `${code} ${taxClass}`, maxLength: 6 },
);

const classedBasket: fc.Arbitrary<Basket> = fc.record(
  {
    lines: classedLines,
    promotions: somePromotions,
    taxes: classedRates,
    pricesIncludeTax: fc.boolean(),
    shippingMinor: fc.integer({ min: 0, max: 3_000 }),
    shippingTaxClass: fc.constantFrom(null, 'standard', 'reduced'),
    taxExemption: fc.constant({ reason: 'Embassy' }),
  },
  { requiredKeys: ['lines', 'promotions', 'taxes', 'pricesIncludeTax'] },
);

const amount = (text: string): number => parseMoney(text, 'USD') ?? Number.NaN;

describe('any basket with tax classes', () => {
  test('adds up: net + tax = gross for every line, rate and the whole', () => {
    fc.assert(
      fc.property(classedBasket, basket => {
        const totals = totalsOf(basket);
        const add = (part: 'netMinor' | 'taxMinor' | 'totalMinor') =>
          sum(totals.lines.map(each => each[part]));
        expect(add('taxMinor') + totals.shippingTaxMinor).toBe(totals.taxMinor);
        const addedShippingTax = basket.pricesIncludeTax ? 0 : totals.shippingTaxMinor;
        expect(add('totalMinor') + totals.shippingMinor + addedShippingTax).toBe(totals.totalMinor);
        for (const each of totals.lines) {
          expect(each.netMinor + each.taxMinor).toBe(each.totalMinor);
          expect(Math.min(each.netMinor, each.taxMinor)).toBeGreaterThanOrEqual(0);
          const charged = each.grossMinor - each.discountMinor;
          expect(basket.pricesIncludeTax ? each.totalMinor : each.netMinor).toBe(charged);
        }
        for (const row of totals.taxBreakdown) {
          expect(amount(row.net) + amount(row.tax)).toBe(amount(row.gross));
          expect([row.net, row.tax]).toEqual([row.taxable_amount, row.tax_collected]);
        }
        expect(sum(totals.taxBreakdown.map(row => amount(row.tax)))).toBe(totals.taxMinor);
        if (basket.taxExemption) expect(totals).toMatchObject({ taxMinor: 0, taxBreakdown: [] });
      }),
      RUNS,
    );
  });

  test('costs the same in any scan order', () => {
    fc.assert(
      fc.property(classedBasket, basket => {
        const { lines: first, ...whole } = totalsOf(basket);
        const { lines: second, ...again } = totalsOf({
          ...basket,
          lines: [...basket.lines].reverse(),
        });
        expect(again).toEqual(whole);
        expect([...second].reverse()).toEqual(first);
      }),
      RUNS,
    );
  });

  test('is refunded exactly when everything comes back', () => {
    fc.assert(
      fc.property(classedBasket, basket => {
        const totals = totalsOf(basket);
        const shippingTax = basket.pricesIncludeTax ? 0 : totals.shippingTaxMinor;
        const refund = refundFor({
          soldLines: totals.lines,
          alreadyReturned: new Map(),
          returning: totals.lines.map(({ key, quantity }) => ({ key, quantity })),
          shipping: { paidMinor: totals.shippingMinor + shippingTax, refundedMinor: 0 },
        });
        expect(refund).toMatchObject({ ok: true, refundMinor: totals.totalMinor });
      }),
      RUNS,
    );
  });
});

describe('net and gross', () => {
  const rates = fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 3 })
    .map(list => list.map((micros, index) => rate(`J${index}`, micros)));

  test('gross → net and tax → gross is the identity for all rates and amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000_000 }), rates, (gross, taxes) => {
        const { lines, taxBreakdown } = totalsOf({
          lines: [line('a', gross)],
          taxes,
          pricesIncludeTax: true,
        });
        const net = netOf(gross, taxes);
        expect(lines[0]).toMatchObject({ netMinor: net, taxMinor: gross - net, totalMinor: gross });
        const taxed = sum(taxBreakdown.map(row => amount(row.tax)));
        expect(net + taxed).toBe(gross);
      }),
      RUNS,
    );
  });

  test('net → gross → net is the identity for one rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (net, micros) => {
          const taxes = [rate('J', micros)];
          const gross = totalsOf({ lines: [line('a', net)], taxes }).totalMinor;
          expect(netOf(gross, taxes)).toBe(net);
        },
      ),
      RUNS,
    );
  });
});
