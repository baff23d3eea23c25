import '../support/till-device.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTillhouse, newKey, type Tillhouse } from '../../packages/client/src/index.js';
import { addGood, EMPTY } from '../../web/register/state/basket.js';
import { claimHeld, dropOutdated, type HeldSale } from '../../web/register/state/held-sales.js';
import { type Conflict, noteHolding, syncOnce } from '../../web/register/state/held-sync.js';
import { ensureJournal } from '../../web/register/state/journal/align.js';
import { sendWaiting } from '../../web/register/state/journal/send.js';
import {
  NEW_SALE,
  park,
  parked,
  resume,
  sale,
  startPaying,
  unparkShown,
  waitingHere,
} from '../../web/register/state/sale.js';
import { takeTender } from '../../web/register/state/tender.js';
import type { Good, Session, StoreSettings } from '../../web/register/state/types.js';
import { openShop, type Shop } from '../support/service.js';
import { DOWNTOWN_ID } from '../transactions/support.js';
import { query } from './journal/support.js';

let shop: Shop;
let baseUrl: string;
let api: Tillhouse;
let terminal: string;
let good: Good;
let tills = 0;
beforeAll(async () => {
  shop = await openShop({ background: false });
  baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const [found] = await query<{ id: string }>(
    shop,
    `select id from product_variants where sku = 'MUG-WHITE'`,
  );
  good = {
    ...{ variantId: found?.id ?? '', productId: 1, sku: 'MUG-WHITE', barcode: null },
    ...{ unit: 'piece', name: 'White Mug', product: 'White Mug', category: '' },
    ...{ categoryId: null, priceMinor: 1_250, isTaxExempt: false, minimumAge: null },
  };
});
afterAll(() => shop.close());

const apiAt = async (till: string, employee = 'EMP001'): Promise<Tillhouse> => {
  const client = createTillhouse({ baseUrl });
  client.tokens.set({ access: await shop.tillToken(employee, till) });
  return client;
};
beforeEach(async () => {
  tills += 1;
  terminal = `T-P${tills}`;
  api = await apiAt(terminal);
  parked.set([]);
  sale.set(NEW_SALE);
  noteHolding(null);
  await ensureJournal(api, terminal);
});

const store: StoreSettings = {
  ...{ id: DOWNTOWN_ID, code: 'DOWNTOWN', name: 'Downtown', address: '', receiptFooter: '' },
  ...{ currency: 'USD', timeZone: 'America/New_York' },
  taxes: [{ id: newKey(), code: 'NY', name: 'Sales tax', rate: '0.0825', rates: [] }],
  policy: { priceOverride: false, discountAbove: undefined },
};
const session = () => ({ terminal, store, user: { number: 'EMP001', name: 'Emma' } }) as Session;
const conflicts: Conflict[] = [];
const sync = async (): Promise<void> => {
  noteHolding(sale.get().basket.held?.id ?? null);
  await syncOnce(api, conflict => conflicts.push(conflict));
};
const listed = async () =>
  (await shop.call('GET', '/pos/held-sales/', { token: await shop.tillToken('EMP003', 'T-P0') }))
    .body as HeldSale[];
const held = async () => (await listed()).filter(one => one.terminal_id.startsWith(terminal));
/** Parks a mug here, which the service then holds, and loses the connection. */
const parkMug = async (): Promise<HeldSale> => {
  sale.set({ ...NEW_SALE, basket: addGood(EMPTY, good, newKey()) });
  park('Emma');
  await sync();
  const [one] = await held();
  if (one === undefined) throw new Error('nothing is held');
  expect([waitingHere(parked.get(), true), waitingHere(parked.get(), false).length]).toEqual([
    [],
    1,
  ]);
  return one;
};
const resumeHere = (): void => resume(parked.get()[0]?.id ?? '', 'Emma');
const cash = { code: 'cash', name: 'Cash', type: 'cash' } as const;
const payOffline = async (): Promise<void> => {
  startPaying();
  const tender = { method: cash, tenderedMinor: 2_000, tipMinor: 0, creditCode: '', reference: '' };
  expect(await takeTender(api, session(), tender, false)).toBe('offline');
};
const entries = () =>
  query(shop, 'select status, flags from till_journal where terminal_id = $1', [terminal]);
const tasks = () =>
  query(
    shop,
    `select cause, cause_values ->> 'terminal' as terminal from tasks
     where cause_values ->> 'terminal' = $1`,
    [terminal],
  );

describe('a sale that was parked with a connection and is resumed without one', () => {
  it('is sold by the entry, which releases it for the store', async () => {
    await parkMug();
    resumeHere();
    expect(parked.get()).toEqual([]);
    await payOffline();
    await sync();
    // Nothing is removed before the sale is booked.
    expect(await held()).toHaveLength(1);
    await sendWaiting(api, terminal);
    expect([await entries(), await held(), await tasks()]).toEqual([
      [{ status: 'accepted', flags: [] }],
      [],
      [],
    ]);
  });

  it('is booked with a task if another till has continued it before', async () => {
    const one = await parkMug();
    resumeHere();
    await claimHeld(await apiAt(`${terminal}-B`, 'EMP002'), one.id, one.version);
    await payOffline();
    await sendWaiting(api, terminal);
    expect(await entries()).toEqual([{ status: 'accepted', flags: ['held_elsewhere'] }]);
    expect(await tasks()).toEqual([{ cause: 'held_twice', terminal }]);
    // The other till goes on with it.
    expect(await held()).toMatchObject([{ id: one.id, status: 'resumed' }]);
  });

  it('is claimed when the connection is back, or the cashier sees who has it', async () => {
    const one = await parkMug();
    resumeHere();
    await sync();
    expect(sale.get().basket.held).toEqual({ id: one.id, version: 2 });
    expect(await held()).toMatchObject([{ status: 'resumed', terminal_id: terminal }]);
    expect(conflicts).toEqual([]);

    sale.set(NEW_SALE);
    await sync();
    const two = await parkMug();
    resumeHere();
    const other = `${terminal}-B`;
    await claimHeld(await apiAt(other, 'EMP002'), two.id, two.version);
    await sync();
    expect(conflicts.splice(0)).toEqual([{ till: other }]);
    // The goods stay in the cart, as a sale of its own.
    expect([sale.get().basket.held, sale.get().basket.lines.length]).toEqual([undefined, 1]);
    expect(await held()).toMatchObject([{ status: 'resumed', terminal_id: other }]);
  });

  it('is put back once if it is parked again before the connection is back', async () => {
    const one = await parkMug();
    resumeHere();
    sale.set(now => ({ ...now, basket: addGood(now.basket, good, newKey()) }));
    park('Emma');
    await sync();
    const [now, ...others] = await held();
    expect([now?.id, now?.version, now?.total_amount, others]).toEqual([one.id, 3, '27.06', []]);
    expect(parked.get()).toMatchObject([{ heldAs: { id: one.id, version: 3 } }]);
  });

  it('is kept no longer than the store holds it, and discarded there as well', async () => {
    const one = await parkMug();
    dropOutdated(parked.get(), [one]);
    expect(parked.get()).toHaveLength(1);
    dropOutdated(parked.get(), [{ ...one, status: 'resumed' }]);
    expect(parked.get()).toEqual([]);
  });
});

describe('a sale whose page ends while it is parked or resumed', () => {
  it.each([
    ['that nobody else knows stays on the screen alone', {}, []],
    ['that was sent before is known as resumed', { attempted: true }, [{ resumedHere: true }]],
  ])('%s', (_name, more, rest) => {
    const basket = addGood(EMPTY, good, newKey());
    const other = { ...basket, lines: addGood(EMPTY, good, newKey()).lines };
    const entry = { id: newKey(), at: '', by: 'Emma', basket, ...more };
    parked.set([entry, { ...entry, id: 'other', basket: other }]);
    sale.set({ ...NEW_SALE, basket });
    unparkShown();
    expect(sale.get().basket).toEqual(basket);
    expect(parked.get()).toMatchObject([...rest, { id: 'other' }]);
    expect(waitingHere(parked.get()).map(({ id }) => id)).toEqual(['other']);
  });
});

it('refuses an entry with a connection while another till has the parked sale', async () => {
  const one = await parkMug();
  resumeHere();
  await claimHeld(await apiAt(`${terminal}-B`, 'EMP002'), one.id, one.version);
  startPaying();
  const tender = { method: cash, tenderedMinor: 2_000, tipMinor: 0, creditCode: '', reference: '' };
  await expect(takeTender(api, session(), tender, true)).rejects.toMatchObject({
    code: 'HELD_ELSEWHERE',
  });
  expect([await entries(), sale.get().paying?.open]).toEqual([[], null]);
});
