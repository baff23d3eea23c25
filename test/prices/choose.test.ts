import { describe, expect, it } from 'vitest';
import {
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
} from '../../src/domains/pricing/index.js';

const BERLIN = { id: 'berlin', currency: 'EUR' };
const NOON = Date.parse('2026-06-01T12:00:00Z');
const HOUR_MS = 3_600_000;

const list = (change: Partial<PriceList> & { id: string }): PriceList => ({
  code: change.id.toUpperCase(),
  currency: 'EUR',
  storeIds: [],
  customerGroup: null,
  validFromMs: null,
  validToMs: null,
  priority: 0,
  ...change,
});

const price = (
  listId: string,
  amountMinor: number,
  change: Partial<ListPrice> = {},
): ListPrice => ({
  listId,
  minQuantity: 1,
  amountMinor,
  validFromMs: null,
  ...change,
});

const choose = (
  lists: PriceList[],
  prices: ListPrice[],
  {
    quantity = 1,
    group = null,
    atMs = NOON,
    store = BERLIN,
  }: { quantity?: number; group?: string | null; atMs?: number; store?: typeof BERLIN } = {},
) =>
  choosePrice(
    listsOfStore(lists, store),
    { prices, ownMinor: 999 },
    { store, customerGroup: group, atMs },
    quantity,
    'USD',
  );

describe('the price of a variant', () => {
  it('is its own in a store of the base currency without lists', () => {
    expect(choose([], [], { store: { id: 'ny', currency: 'USD' } })).toEqual({
      amountMinor: 999,
      priceList: null,
    });
  });

  it('is missing where no list of the currency has one', () => {
    expect(choose([], [])).toBeUndefined();
    expect(choose([list({ id: 'chf', currency: 'CHF' })], [price('chf', 1390)])).toBeUndefined();
    expect(choose([list({ id: 'eur' })], [])).toBeUndefined();
  });

  it('comes from the list with the highest priority that has one', () => {
    const lists = [list({ id: 'eur' }), list({ id: 'sale', priority: 5 })];
    expect(choose(lists, [price('eur', 1250), price('sale', 900)])).toEqual({
      amountMinor: 900,
      priceList: 'SALE',
    });
    expect(choose(lists, [price('eur', 1250)])).toEqual({ amountMinor: 1250, priceList: 'EUR' });
  });

  it('comes only from lists of the store', () => {
    const lists = [list({ id: 'eur' }), list({ id: 'munich', priority: 5, storeIds: ['munich'] })];
    const prices = [price('eur', 1250), price('munich', 1)];
    expect(choose(lists, prices)?.amountMinor).toBe(1250);
    const munich = { id: 'munich', currency: 'EUR' };
    expect(choose(lists, prices, { store: munich })?.amountMinor).toBe(1);
  });

  it('comes from a list of a group for its customers only', () => {
    const lists = [list({ id: 'eur' }), list({ id: 'trade', priority: 5, customerGroup: 'trade' })];
    const prices = [price('eur', 1250), price('trade', 1000)];
    expect(choose(lists, prices)?.amountMinor).toBe(1250);
    expect(choose(lists, prices, { group: 'staff' })?.amountMinor).toBe(1250);
    expect(choose(lists, prices, { group: 'trade' })?.amountMinor).toBe(1000);
  });

  it('is that of the largest minimum quantity that is reached', () => {
    const prices = [
      price('eur', 1250),
      price('eur', 1100, { minQuantity: 10 }),
      price('eur', 1000, { minQuantity: 50 }),
    ];
    const at = (quantity: number) =>
      choose([list({ id: 'eur' })], prices, { quantity })?.amountMinor;
    expect([1, 9, 10, 49, 50, 1_000].map(at)).toEqual([1250, 1250, 1100, 1100, 1000, 1000]);
    expect(choose([list({ id: 'eur' })], prices.slice(1), { quantity: 9 })).toBeUndefined();
  });

  it('changes at the moment a list begins and ends', () => {
    const lists = [
      list({ id: 'eur' }),
      list({ id: 'sale', priority: 5, validFromMs: NOON, validToMs: NOON + HOUR_MS }),
    ];
    const prices = [price('eur', 1250), price('sale', 900)];
    const at = (atMs: number) => choose(lists, prices, { atMs })?.amountMinor;
    expect([NOON - 1, NOON, NOON + HOUR_MS - 1, NOON + HOUR_MS].map(at)).toEqual([
      1250, 900, 900, 1250,
    ]);
  });

  it('changes at the moment a scheduled price begins', () => {
    const prices = [
      price('eur', 1400, { validFromMs: NOON }),
      price('eur', 1250),
      price('eur', 1500, { validFromMs: NOON + HOUR_MS }),
    ];
    const at = (atMs: number) => choose([list({ id: 'eur' })], prices, { atMs })?.amountMinor;
    expect([NOON - 1, NOON, NOON + HOUR_MS].map(at)).toEqual([1250, 1400, 1500]);
  });
});

it('is that of one unit for less than one, unless the list has a price for less', () => {
  const lists = [list({ id: 'eur' })];
  const tiers = [price('eur', 2_000), price('eur', 1_500, { minQuantity: 2 })];
  expect(choose(lists, tiers, { quantity: 0.432 })?.amountMinor).toBe(2_000);
  expect(choose(lists, tiers, { quantity: 2 })?.amountMinor).toBe(1_500);
  const small = [...tiers, price('eur', 2_500, { minQuantity: 0.001 })];
  expect(choose(lists, small, { quantity: 0.432 })?.amountMinor).toBe(2_500);
  // A price from five on is no price of one.
  expect(choose(lists, [price('eur', 900, { minQuantity: 5 })], { quantity: 0.5 })).toBeUndefined();
});
