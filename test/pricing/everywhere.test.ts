import '../support/till-device.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, createTillhouse, type Tillhouse } from '../../packages/client/src/index.js';
import { minor } from '../../src/platform/money.js';
import { AIRPORT_ID, customer } from '../../src/seed/data.js';
import {
  addGood,
  addWeighed,
  type Basket,
  EMPTY,
  setQuantity,
  withCustomer,
} from '../../web/register/state/basket.js';
import { totalsFor } from '../../web/register/state/basket-totals.js';
import { goodsMaker, pricedGood, taxesFrom } from '../../web/register/state/goods.js';
import { keptVariants } from '../../web/register/state/kept-catalogue.js';
import { promotionsFrom } from '../../web/register/state/promotions.js';
import { saleRequestOf } from '../../web/register/state/sale-request.js';
import type { Good, Session } from '../../web/register/state/types.js';
import { add, openVisit } from '../storefront/support.js';
import { openShop, type Shop } from '../support/service.js';

/** Goods of both tax classes; ham is weighed. */
const PIECES = ['MUG-WHITE', 'TEE-BLACK-M', 'POSTER-A2', 'COOKIES'] as const;
const HAM = 'HAM-KG';
const HOUR_MS = 3_600_000;

let shop: Shop;
let api: Tillhouse;
let session: Session;
let goods: Map<string, Good>;

const office = async (method: string, url: string, body?: object) => {
  const reply = await shop.call(method, url, { token: await shop.officeToken('admin'), body });
  if (reply.status >= 300) throw new Error(`${url}: ${reply.text}`);
  return reply.body;
};

beforeAll(async () => {
  shop = await openShop();
  const baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  api = createTillhouse({ baseUrl });
  api.tokens.set({ access: await shop.tillToken('EMP005') });
  await makePrices();
  session = await tillSession();
  goods = await tillGoods();
});
afterAll(() => shop.close());

/** Tiers, a list of a group, a sale that runs, one that comes, and prices that switch. */
async function makePrices(): Promise<void> {
  await shop.platform.db.updateTable('promotions').set({ is_active: false }).execute();
  await office('POST', '/products/', {
    name: 'Ham',
    tax_class: 'reduced',
    variants: [{ sku: HAM, price: '29.90', unit: 'kg' }],
  });
  await office('POST', '/products/', {
    name: 'Cookies',
    tax_class: 'reduced',
    variants: [{ sku: 'COOKIES', price: '3.49' }],
  });
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const lists = [
    { code: 'TRADE', priority: 10, customer_group: 'trade' },
    { code: 'NOW', priority: 20, valid_from: at(-1), valid_to: at(10) },
    { code: 'LATER', priority: 30, valid_from: at(10), valid_to: at(20) },
  ];
  for (const list of lists) {
    await office('POST', '/price-lists/', {
      name: list.code,
      currency: 'EUR',
      store_ids: [AIRPORT_ID],
      ...list,
    });
  }
  const prices: [list: string, sku: string, amount: string, min?: number, from?: number][] = [
    ['EUR', HAM, '24.90'],
    ['EUR', HAM, '19.90', 2],
    ['EUR', 'COOKIES', '3.29'],
    ['EUR', 'COOKIES', '2.99', 6],
    ['EUR', 'COOKIES', '3.09', 1, -2],
    ['EUR', 'COOKIES', '0.09', 1, 5],
    ['EUR', 'MUG-WHITE', '10.01', 5],
    ['EUR', 'MUG-WHITE', '9.37', 10],
    ['TRADE', 'MUG-WHITE', '8.88', 3],
    ['TRADE', 'TEE-BLACK-M', '17.77'],
    ['NOW', 'POSTER-A2', '7.77', 2],
    ['LATER', 'POSTER-A2', '0.01'],
  ];
  for (const [price_list, variant, amount, min_quantity = 1, from] of prices) {
    await office('POST', '/prices/', {
      price_list,
      variant,
      amount,
      min_quantity,
      ...(from !== undefined && { valid_from: at(from) }),
    });
  }
  for (const sku of [HAM, 'COOKIES']) {
    await office('POST', '/inventory-levels/', { store: 'AIRPORT', sku, on_hand: 5_000 });
  }
  await shop.platform.db.updateTable('inventory_levels').set({ on_hand: 5_000_000 }).execute();
  await office('POST', '/promotions/', { name: 'Five', kind: 'percentage', value: '5' });
  await office('PATCH', `/users/${customer.id}/`, { customer_group: 'trade' });
}

/** What the register stores after its login. */
async function tillSession(): Promise<Session> {
  const store = await office('GET', '/stores/AIRPORT/');
  const head = await answer(api.GET('/pos/catalog/'));
  return {
    user: { id: '', name: '', number: 'EMP005', role: 'cashier' },
    terminal: 'T-101',
    expiresAt: '',
    store: {
      id: store.id,
      code: store.code,
      name: store.name,
      address: '',
      currency: store.currency,
      timeZone: store.time_zone,
      receiptFooter: '',
      taxes: taxesFrom(head.tax_rates, store.tax_jurisdictions),
      pricesIncludeTax: store.prices_include_tax,
      policy: { priceOverride: false, discountAbove: undefined },
      ...promotionsFrom(head.promotions, store.currency),
    },
  };
}

/** What the register makes of its catalogue. */
async function tillGoods(): Promise<Map<string, Good>> {
  const catalogue = await answer(api.GET('/pos/catalog/'));
  const goodOf = goodsMaker({ ...catalogue, storeId: session.store.id }, session.store);
  const sold = keptVariants(catalogue).flatMap(
    variant => pricedGood(goodOf(variant), Date.now()) ?? [],
  );
  return new Map(sold.map(good => [good.sku, good]));
}

type Item = { sku: string; quantity: number };

/** Rings up piece by piece first, so that every line passes through its tiers. */
function ringUp(items: readonly Item[], group: string | null): Basket {
  const buyer = { id: customer.id, name: '', points: 0, group, isTaxExempt: false };
  let basket: Basket = group === null ? EMPTY : { ...EMPTY, customer: buyer };
  for (const [index, { sku, quantity }] of items.entries()) {
    const good = goods.get(sku);
    if (good === undefined) throw new Error(`no ${sku}`);
    const key = `line-${index}`;
    basket =
      sku === HAM
        ? addWeighed(basket, good, { quantity, printedMinor: null }, key)
        : setQuantity(addGood(basket, good, key), key, quantity);
  }
  return basket;
}

const pieces = fc.uniqueArray(
  fc.record({ sku: fc.constantFrom(...PIECES), quantity: fc.integer({ min: 1, max: 14 }) }),
  { selector: ({ sku }) => sku, minLength: 1, maxLength: 4 },
);
const ham = fc.option(
  fc.record({ sku: fc.constant(HAM), quantity: fc.integer({ min: 1, max: 5_000 }) }),
);
const SAMPLE = { seed: 20_261_117, numRuns: 40 };

const line = ({ sku, quantity }: Item) => ({
  sku,
  quantity: sku === HAM ? quantity / 1_000 : quantity,
});
const sums = (of: { subtotal: string; discount: string; tax: string; total: string }) =>
  [of.subtotal, of.discount, of.tax, of.total].map(amount => minor(amount, 'USD'));

describe('a store with price lists, tiers and tax inside its prices', () => {
  it('charges the same at the till, offline, on the web and in a quote', async () => {
    const baskets = fc.sample(fc.tuple(pieces, ham), SAMPLE);
    expect(baskets.some(([, weighed]) => weighed !== null)).toBe(true);
    for (const [counted, weighed] of baskets) {
      const items = weighed === null ? counted : [...counted, weighed];
      const own = totalsFor(ringUp(items, null), session.store);
      const expected = [own.subtotalMinor, own.discountMinor, own.taxMinor, own.totalMinor];
      const { body: quote } = await shop.call('POST', '/pos/quote/', {
        token: await shop.tillToken('EMP005'),
        body: { line_items: items.map(line) },
      });
      const { subtotal, discount_amount: discount, tax_amount: tax, total_amount: total } = quote;
      expect([items, sums({ subtotal, discount, tax, total })]).toEqual([items, expected]);
      const visit = await openVisit(shop, AIRPORT_ID);
      let cart: Record<string, string> = {};
      for (const { sku, quantity } of items.map(line)) {
        cart = (await add(shop, visit, sku, quantity)).body.cart;
      }
      const web = {
        subtotal: cart.subtotal ?? '',
        discount: cart.promotion_savings ?? '',
        tax: cart.estimated_tax ?? '',
        total: cart.estimated_total ?? '',
      };
      expect([items, sums(web)]).toEqual([items, expected]);
    }
  });

  it('accepts what the register computed, also for a customer group and weighed goods', async () => {
    const baskets = fc.sample(fc.tuple(pieces, ham, fc.boolean()), SAMPLE);
    expect(baskets.some(([, weighed]) => weighed !== null)).toBe(true);
    for (const [counted, weighed, isTrade] of baskets) {
      const items = weighed === null ? counted : [...counted, weighed];
      const basket = ringUp(items, isTrade ? 'trade' : null);
      const body = saleRequestOf(basket, session);
      const reply = await shop.call('POST', '/pos/transactions/create/', {
        token: await shop.tillToken('EMP005'),
        body,
      });
      expect([items, isTrade, reply.status, reply.status === 201 ? '' : reply.text]).toEqual([
        items,
        isTrade,
        201,
        '',
      ]);
      expect(reply.body.transaction).toMatchObject({
        total_amount: body.total_amount,
        price_overridden: false,
        tax_variance: '0.00',
      });
    }
  });

  it('follows the lists: a tier, a group, a sale that runs and a switch', () => {
    const unitPrice = (sku: string, quantity: number, group: string | null = null) =>
      ringUp([{ sku, quantity }], group).lines[0]?.unitPriceMinor;
    expect([1, 4, 5, 10].map(quantity => unitPrice('MUG-WHITE', quantity))).toEqual([
      1_250, 1_250, 1_001, 937,
    ]);
    expect([2, 3, 12].map(quantity => unitPrice('MUG-WHITE', quantity, 'trade'))).toEqual([
      1_250, 888, 888,
    ]);
    // A customer who is chosen last gets the prices of the group, and leaves them to nobody.
    const rung = ringUp([{ sku: 'MUG-WHITE', quantity: 3 }], null);
    const buyer = { id: customer.id, name: '', points: 0, group: 'trade', isTaxExempt: false };
    const trade = withCustomer(rung, buyer);
    expect(trade.lines[0]?.unitPriceMinor).toBe(888);
    expect(withCustomer(trade, null).lines[0]?.unitPriceMinor).toBe(1_250);
    expect([1, 2].map(quantity => unitPrice('POSTER-A2', quantity))).toEqual([999, 777]);
    expect([1, 6].map(quantity => unitPrice('COOKIES', quantity))).toEqual([309, 299]);
    expect([432, 2_000].map(quantity => unitPrice(HAM, quantity))).toEqual([2_490, 1_990]);
  });
});
