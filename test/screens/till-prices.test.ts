import '../support/till-device.js';
import { afterEach, expect, it } from 'vitest';
import { atCurrentPrices, type Basket, momentOf } from '../../web/register/state/basket.js';
import { needsApproval, totalsFor } from '../../web/register/state/basket-totals.js';
import { approvalFor, discountAsk } from '../../web/register/state/discount-ask.js';
import { setClock, tillNow } from '../../web/register/state/journal/clock.js';
import type { Good, Session, StoreSettings } from '../../web/register/state/types.js';

const HOUR_MS = 3_600_000;
/** The clock of the device is ahead of the service's by so much. */
const runAhead = (ms: number): void => {
  const now = Date.now();
  setClock(new Date(now - ms).toISOString(), now, now);
};
afterEach(() => runAhead(0));

const good = {
  variantId: 'v',
  productId: 1,
  sku: 'MUG',
  unit: 'piece',
  name: 'Mug',
  categoryId: null,
  priceMinor: 1_000,
  isTaxExempt: true,
} as Good;
const line = { key: 'l', good, quantity: 1, unitPriceMinor: 1_000 };
const basket: Basket = { lines: [line], selected: null, approval: null };
const storeWith = (endsAt: string): StoreSettings =>
  ({
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    taxes: [],
    promotions: [
      {
        id: 'p',
        name: 'Morning',
        kind: 'percentage',
        value: 1_000,
        scope: { kind: 'order', ids: [] },
        priority: 1,
        stackable: false,
        endsAt,
      },
    ],
  }) as unknown as StoreSettings;

it('chooses prices by the clock of the service', () => {
  runAhead(2 * HOUR_MS);
  const aheadMs = Date.now() - momentOf(basket).atMs;
  expect(Math.abs(aheadMs - 2 * HOUR_MS)).toBeLessThan(1_000);
  expect(Math.abs(momentOf(basket).atMs - tillNow())).toBeLessThan(1_000);
});

it('ends a promotion by the clock of the service', () => {
  const store = storeWith(new Date(Date.now() - HOUR_MS).toISOString());
  expect(totalsFor(basket, store).totalMinor).toBe(1_000);
  runAhead(2 * HOUR_MS);
  expect(totalsFor(basket, store).totalMinor).toBe(900);
});

it('leaves the cart that another tab stored as it is while its prices are current', () => {
  const offer = {
    store: { id: 's', currency: 'EUR' },
    lists: [],
    prices: [],
    ownMinor: 1_000,
    base: 'EUR',
  };
  const stored: Basket = JSON.parse(
    JSON.stringify({ ...basket, lines: [{ ...line, good: { ...good, offer } }] }),
  );
  const offers = (ownMinor: number) => new Map([['v', { ...offer, ownMinor }]]);
  expect(atCurrentPrices(stored, offers(1_000))).toBe(stored);
  expect(atCurrentPrices(stored, offers(900)).lines[0]?.unitPriceMinor).toBe(900);
});

it('asks for an approval of a price above ten times the list, for just that price', () => {
  const store = { ...storeWith('2020-01-01T00:00:00.000Z'), policy: {} } as StoreSettings;
  const seller = { store, permissions: ['approval.decide'] } as unknown as Session;
  const at = (unitPriceMinor: number): Basket => ({
    ...basket,
    lines: [{ ...line, quantity: 2, unitPriceMinor }],
  });
  expect(needsApproval(at(10_000), seller)).toBe(false);
  expect(needsApproval(at(10_001), seller)).toBe(true);
  const ask = discountAsk(at(10_001), store, String);
  expect(ask).toMatchObject({
    requestType: 'price_override',
    about: 'raised',
    amountMinor: 18_002,
    details: { sku: 'MUG', unit_price: '100.01', prices: [{ sku: 'MUG', unit_price: '100.01' }] },
  });
  const approval = approvalFor(ask, 'a');
  expect(needsApproval({ ...at(10_001), approval }, seller)).toBe(false);
  expect(needsApproval({ ...at(10_002), approval }, seller)).toBe(true);
});
