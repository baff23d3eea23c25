import '../support/till-device.js';
import { afterEach, expect, it } from 'vitest';
import { createTillhouse, newKey } from '../../packages/client/src/index.js';
import { addGood } from '../../web/register/state/basket.js';
import { planCard } from '../../web/register/state/card.js';
import {
  changePaying,
  editBasket,
  NEW_SALE,
  park,
  parked,
  sale,
  startPaying,
} from '../../web/register/state/sale.js';
import { putAside, setAside } from '../../web/register/state/set-aside.js';
import { stored, warnWhenFull } from '../../web/register/state/stored.js';
import { takeTender } from '../../web/register/state/tender.js';
import type { Good, Session } from '../../web/register/state/types.js';

const { setItem } = localStorage;
const fill = (): void => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};
afterEach(() => {
  localStorage.setItem = setItem;
  sale.set(NEW_SALE);
  parked.set([]);
});
let warned = 0;
warnWhenFull(() => {
  warned += 1;
});

const mug: Good = {
  ...{ variantId: newKey(), productId: 1, sku: 'MUG', barcode: null, unit: 'piece', name: 'Mug' },
  ...{ product: 'Mug', category: '', categoryId: null, priceMinor: 1_250 },
  ...{ isTaxExempt: false, minimumAge: null },
};
const session = {
  terminal: 'T-1',
  user: { number: 'EMP001', name: 'Emma' },
  store: { currency: 'USD', timeZone: 'UTC', taxes: [], policy: { priceOverride: false } },
} as unknown as Session;
const api = createTillhouse({ baseUrl: 'http://127.0.0.1:1' });
const method = { code: 'cash', name: 'Cash', type: 'cash' } as const;
const tender = { method, tenderedMinor: 2_000, tipMinor: 0, creditCode: '', reference: '' };
const onDisk = (name: string) =>
  JSON.parse(localStorage.getItem(`tillhouse.register.${name}`) ?? 'null');

it('keeps a value in memory, says so, and writes the next one that fits', () => {
  const count = stored('count', 0);
  expect(count.keep(1)).toBe(true);
  fill();
  warned = 0;
  expect([count.keep(now => now + 1), count.keep(now => now + 1), warned]).toEqual([
    false,
    false,
    2,
  ]);
  expect([count.get(), onDisk('count')]).toEqual([3, 1]);
  localStorage.setItem = setItem;
  expect([count.keep(now => now + 1), count.get(), onDisk('count')]).toEqual([true, 4, 4]);
  // Another tab has written it meanwhile.
  localStorage.setItem('tillhouse.register.count', '7');
  expect([count.keep(now => now + 1), count.get()]).toEqual([true, 8]);
});

it('goes on ringing up and parking, and takes no money', async () => {
  fill();
  warned = 0;
  editBasket(basket => addGood(basket, mug, 'one'));
  expect([sale.get().basket.lines.length, warned]).toEqual([1, 1]);
  park('Emma');
  expect([parked.get().length, sale.get().basket.lines]).toEqual([1, []]);
  editBasket(basket => addGood(basket, mug, 'two'));
  startPaying();
  const refusal = { code: 'TILL_DISK_FULL', status: 409 };
  for (const online of [true, false]) {
    await expect(takeTender(api, session, tender, online)).rejects.toMatchObject(refusal);
    expect(sale.get().paying?.open).toBeNull();
  }
  // A part in cash, which the till would keep.
  const part = { ...tender, tenderedMinor: 500 };
  await expect(takeTender(api, session, part, false)).rejects.toMatchObject(refusal);
  expect([sale.get().paying?.parts, sale.get().paying?.paidMinor]).toEqual([undefined, 0]);
  const card = { code: 'card', name: 'Card', type: 'card' } as const;
  expect(() => planCard(card, 1_250)).toThrow('no space left');
  expect(sale.get().paying?.card ?? null).toBeNull();
  expect(changePaying({})).toBe(false);
});

it('keeps a sale whose payment has no answer on the screen', () => {
  editBasket(basket => addGood(basket, mug, 'three'));
  startPaying();
  const open = { ...tender, key: newKey(), code: 'cash' };
  changePaying({ open });
  fill();
  expect(putAside(session)).toBe(false);
  expect([setAside.get(), sale.get().paying?.open]).toEqual([[], open]);
});
