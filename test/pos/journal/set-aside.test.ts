import '../../support/till-device.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTillhouse, newKey, type Tillhouse } from '../../../packages/client/src/index.js';
import { addGood, EMPTY } from '../../../web/register/state/basket.js';
import { ensureJournal } from '../../../web/register/state/journal/align.js';
import { recordStep } from '../../../web/register/state/journal/index.js';
import { NEW_SALE, newPaying, parked, sale } from '../../../web/register/state/sale.js';
import { canBeSetAside, putAside, setAside } from '../../../web/register/state/set-aside.js';
import { settleSetAside } from '../../../web/register/state/settle-set-aside.js';
import { takeTender } from '../../../web/register/state/tender.js';
import { toEnter } from '../../../web/register/state/to-enter.js';
import type { Good, Session } from '../../../web/register/state/types.js';
import { openShop, type Shop } from '../../support/service.js';
import { DOWNTOWN_ID } from '../../transactions/support.js';
import { query } from './support.js';

let shop: Shop;
let baseUrl: string;
let api: Tillhouse;
let variantId: string;
let tills = 0;
beforeAll(async () => {
  shop = await openShop({ background: false });
  baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const [mug] = await query<{ id: string }>(
    shop,
    `select id from product_variants where sku = 'MUG-WHITE'`,
  );
  variantId = mug?.id ?? '';
});
afterAll(() => shop.close());

const terminal = () => `T-A${tills}`;
beforeEach(async () => {
  tills += 1;
  setAside.set([]);
  parked.set([]);
  toEnter.set([]);
  api = createTillhouse({ baseUrl });
  api.tokens.set({ access: await shop.tillToken('EMP001', terminal()) });
  await ensureJournal(api, terminal());
});

const here = (name = 'Casey'): Session => ({
  user: { id: name, number: 'EMP001', name, role: 'cashier' },
  terminal: terminal(),
  expiresAt: '',
  store: {
    ...{ id: DOWNTOWN_ID, code: 'DOWNTOWN', name: 'Downtown', address: '', receiptFooter: '' },
    ...{ currency: 'USD', timeZone: 'America/New_York' },
    taxes: [{ id: newKey(), code: 'NY', name: 'Sales tax', rate: '0.0825', rates: [] }],
    policy: { priceOverride: false, discountAbove: undefined },
  },
});

/** A mug for 12.50 and 1.03 tax, of which the customer pays 5.00 in cash first. */
function begin(sku = 'MUG-WHITE'): void {
  const good: Good = {
    ...{ variantId, productId: 1, sku, barcode: null, unit: 'piece' },
    ...{
      name: 'White Mug',
      product: 'White Mug',
      category: '',
      categoryId: null,
      priceMinor: 1_250,
    },
    ...{ isTaxExempt: false, minimumAge: null },
  };
  sale.set({ ...NEW_SALE, basket: addGood(EMPTY, good, newKey()), paying: newPaying() });
}
const part = {
  method: { code: 'cash', name: 'Cash', type: 'cash' } as const,
  ...{ tenderedMinor: 500, tipMinor: 0, creditCode: '', reference: '' },
};

/** What reaches the service before the connection ends: all, or nothing from this request on. */
const endsAt = (path: string, isAnswerLost: boolean): Tillhouse =>
  createTillhouse({
    baseUrl,
    tokens: api.tokens,
    fetch: async input => {
      const isLast = new URL((input as Request).url).pathname.endsWith(path);
      if (!isLast) return fetch(input);
      if (isAnswerLost) await fetch(input);
      throw new TypeError('no connection');
    },
  });

const ofTill = () =>
  query<{ status: string; total_paid: string }>(
    shop,
    `select status, total_paid::text from transactions where terminal_id = $1`,
    [terminal()],
  );

describe('a sale whose connection ends during a part payment', () => {
  it.each([
    ['before the sale arrives', '/create/', false],
    ['before the answer to the sale', '/create/', true],
    ['before the payment arrives', '/payment/', false],
    ['before the answer to the payment', '/payment/', true],
  ])('frees the till, and is paid once if it ends %s', async (_when, path, isAnswerLost) => {
    begin();
    expect(canBeSetAside(sale.get(), false)).toBe(false);
    await expect(takeTender(endsAt(path, isAnswerLost), here(), part, true)).rejects.toThrow();
    expect(canBeSetAside(sale.get(), true)).toBe(false);
    expect(canBeSetAside(sale.get(), false)).toBe(true);
    putAside(here());
    expect(sale.get()).toEqual(NEW_SALE);

    begin();
    const next = { ...part, tenderedMinor: 2_000 };
    expect(await takeTender(api, here(), next, false)).toBe('offline');

    expect(await settleSetAside(endsAt('/payment/', true), here())).toEqual([]);
    const [outcome] = await settleSetAside(api, here());
    expect(outcome).toMatchObject({ result: 'open', kind: 'sale' });
    expect(setAside.get()).toEqual([]);
    expect(await ofTill()).toEqual([{ status: 'partially_paid', total_paid: '5.00' }]);
    expect(await settleSetAside(api, here())).toEqual([]);
  });

  it('waits for the login that has sent the payment', async () => {
    begin();
    await expect(takeTender(endsAt('/payment/', true), here(), part, true)).rejects.toThrow();
    putAside(here());
    expect(await settleSetAside(api, here('Morgan'))).toEqual([]);
    const takenOver = { ...here('Morgan'), loginOf: 'Casey' };
    expect(await settleSetAside(api, takenOver)).toMatchObject([{ result: 'open' }]);
    expect(await ofTill()).toEqual([{ status: 'partially_paid', total_paid: '5.00' }]);
  });

  it('is parked again if the service refuses it', async () => {
    begin('NOT-SOLD');
    await expect(takeTender(endsAt('/create/', false), here(), part, true)).rejects.toThrow();
    putAside(here());
    const [entry] = setAside.get();
    const [outcome] = await settleSetAside(api, here());
    expect(outcome).toMatchObject({ result: 'refused', number: null, amountMinor: 500 });
    expect(parked.get()).toMatchObject([{ id: entry?.id, by: 'Casey' }]);
    expect([setAside.get(), await ofTill()]).toEqual([[], []]);
  });

  it('stays until its login is valid', async () => {
    begin();
    await expect(takeTender(endsAt('/payment/', false), here(), part, true)).rejects.toThrow();
    putAside(here());
    api.tokens.set({ access: 'none' });
    expect(await settleSetAside(api, here())).toEqual([]);
    expect(setAside.get()).toHaveLength(1);
  });
});

it('takes a part in the shift that the till has opened without a connection', async () => {
  const data = { opening_float: '100.00' };
  const step = { kind: 'shift_open' as const, data, key: newKey(), online: false };
  await recordStep(api, here(), step);
  begin();
  expect(await takeTender(api, here(), part, true)).toBe('part');
  expect(
    await query(
      shop,
      `select s.terminal_id, p.amount::text from payments p join shifts s on s.id = p.shift_id
       where s.terminal_id = $1`,
      [terminal()],
    ),
  ).toEqual([{ terminal_id: terminal(), amount: '5.00' }]);
});

describe('a sale whose card payment waits', () => {
  const card = { key: newKey(), code: 'card', name: 'Card', amountMinor: 1_353, paymentId: null };

  it('is left to the service, which has it', async () => {
    begin();
    sale.set(now => ({ ...now, paying: { ...newPaying(), number: 'TXN-1', card } }));
    putAside(here());
    expect(await settleSetAside(api, here())).toEqual([
      { result: 'open', number: 'TXN-1', kind: 'sale' },
    ]);
    expect(await ofTill()).toEqual([]);
  });

  it('is given up if the service has not yet created it', async () => {
    begin();
    sale.set(now => ({ ...now, paying: { ...newPaying(), card } }));
    putAside(here());
    expect(await settleSetAside(api, here())).toMatchObject([{ result: 'abandoned' }]);
    expect(await ofTill()).toEqual([{ status: 'pending', total_paid: '0.00' }]);
  });
});
