import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as server from '../../src/domains/pricing/index.js';
import { projectRoot } from '../../src/platform/root.js';
import { RUNS, someLines, somePromotions, someRates } from './baskets.js';

/** The engine as the screens bundle it, without anything of Node. */
let inBrowser: (basket: string) => string;
let chosenInBrowser: (choice: string) => string;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { choosePrice, explain, listsOfStore, totalsOf } from './src/domains/pricing/index.js';
        globalThis.price = text => {
          const basket = JSON.parse(text);
          return JSON.stringify({ totals: totalsOf(basket), explain: explain(basket) });
        };
        globalThis.choose = text => {
          const { lists, variants, buyer, base } = JSON.parse(text);
          const ofStore = listsOfStore(lists, buyer.store);
          return JSON.stringify(variants.map(({ quantity, ...variant }) =>
            choosePrice(ofStore, variant, buyer, quantity, base) ?? null));
        };`,
      resolveDir: join(projectRoot),
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
  });
  const context = createContext({});
  runInContext(outputFiles[0]?.text ?? '', context);
  inBrowser = basket => runInContext(`price(${JSON.stringify(basket)})`, context) as string;
  chosenInBrowser = choice => runInContext(`choose(${JSON.stringify(choice)})`, context) as string;
});

const discounts = (lines: readonly server.PricedLine[]) =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(null, ...lines.map(({ key }) => key)),
        fc.oneof(
          fc.record({ amountMinor: fc.integer({ min: 1, max: 5_000 }) }),
          fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
        ),
      )
      .map(([key, size]): server.ManualDiscount => ({ key, ...size })),
    { maxLength: 3 },
  );

const someBaskets = someLines.chain(lines =>
  fc.record({
    lines: fc.constant(lines),
    promotions: somePromotions,
    discounts: discounts(lines),
    taxes: someRates,
  }),
);

it('gives the same bytes in the browser and on the server, for thousands of baskets', () => {
  fc.assert(
    fc.property(someBaskets, fc.boolean(), (generated, pricesIncludeTax) => {
      const basket = { ...generated, pricesIncludeTax };
      const text = JSON.stringify(basket);
      const own = JSON.parse(text) as server.Basket;
      const expected = JSON.stringify({
        totals: server.totalsOf(own),
        explain: server.explain(own),
      });
      expect(inBrowser(text)).toBe(expected);
    }),
    { ...RUNS, numRuns: RUNS.numRuns * 5 },
  );
});

const moment = fc.option(fc.integer({ min: 0, max: 100 }));
const someLists: fc.Arbitrary<server.PriceList[]> = fc
  .array(
    fc.record({
      currency: fc.constantFrom('EUR', 'EUR', 'CHF'),
      storeIds: fc.subarray(['berlin', 'zurich']),
      customerGroup: fc.constantFrom(null, 'trade'),
      validFromMs: moment,
      validToMs: moment,
      priority: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 5 },
  )
  .map(lists => lists.map((list, n) => ({ ...list, id: `list-${n}`, code: `LIST-${n}` })));

/** Goods with tiers, scheduled switches and prices for less than one unit. */
const someChoices = fc.record({
  lists: someLists,
  variants: fc.array(
    fc.record({
      ownMinor: fc.integer({ min: 0, max: 5_000 }),
      quantity: fc.constantFrom(0.001, 0.432, 1, 2, 5, 9.999, 12, 500),
      prices: fc.array(
        fc.record({
          listId: fc.integer({ min: 0, max: 4 }).map(n => `list-${n}`),
          minQuantity: fc.constantFrom(0.001, 0.5, 1, 2, 5, 10),
          amountMinor: fc.integer({ min: 0, max: 5_000 }),
          validFromMs: moment,
        }),
        { maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  buyer: fc.record({
    store: fc.constantFrom(
      { id: 'berlin', currency: 'EUR' },
      { id: 'zurich', currency: 'CHF' },
      { id: 'boston', currency: 'USD' },
    ),
    customerGroup: fc.constantFrom(null, 'trade', 'staff'),
    atMs: fc.integer({ min: 0, max: 100 }),
  }),
  base: fc.constant('USD'),
});

it('chooses the same price list and tier in the browser and on the server', () => {
  let chosen = 0;
  fc.assert(
    fc.property(someChoices, ({ lists, variants, buyer, base }) => {
      const ofStore = server.listsOfStore(lists, buyer.store);
      const expected = variants.map(
        ({ quantity, ...variant }) =>
          server.choosePrice(ofStore, variant, buyer, quantity, base) ?? null,
      );
      chosen += expected.filter(price => price !== null && price.priceList !== null).length;
      const text = JSON.stringify({ lists, variants, buyer, base });
      expect(chosenInBrowser(text)).toBe(JSON.stringify(expected));
    }),
    { ...RUNS, numRuns: RUNS.numRuns * 5 },
  );
  expect(chosen).toBeGreaterThan(100);
});

it('explains every cent of a line, and the lines add up to the basket', () => {
  fc.assert(
    fc.property(someBaskets, basket => {
      const totals = server.totalsOf(basket);
      const sum = (amounts: readonly { amountMinor: number }[]): number =>
        amounts.reduce((all, { amountMinor }) => all + amountMinor, 0);
      const explained = server.explain(basket);
      for (const [index, line] of explained.entries()) {
        const own = totals.lines[index];
        expect(sum(line.promotions) + sum(line.discounts)).toBe(own?.discountMinor);
        expect(sum(line.taxes)).toBe(own?.taxMinor);
        expect(line.price.grossMinor - (own?.discountMinor ?? 0)).toBe(line.netMinor);
      }
      const net = explained.reduce((all, line) => all + line.netMinor, 0);
      expect(net).toBe(totals.subtotalMinor - totals.discountMinor);
      expect(net + totals.taxMinor).toBe(totals.totalMinor);
    }),
    RUNS,
  );
});

it('never takes more than a line costs, and splits a discount of the basket to the cent', () => {
  fc.assert(
    fc.property(someBaskets, basket => {
      const { lines, discounts: given = [] } = server.totalsOf(basket);
      for (const line of lines) {
        expect(line.discountMinor).toBeLessThanOrEqual(line.grossMinor);
        expect(line.discountMinor).toBeGreaterThanOrEqual(0);
      }
      for (const { amountMinor, askedMinor, shares } of given) {
        expect(shares.reduce((all, share) => all + share.amountMinor, 0)).toBe(amountMinor);
        expect(amountMinor).toBeLessThanOrEqual(askedMinor);
      }
    }),
    RUNS,
  );
});
