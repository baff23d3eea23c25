import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { openShop, type Shop } from '../../support/service.js';
import { type Counter, counterOf } from '../../transactions/support.js';
import { booked, query, syncOf, Till, type TillEntry } from './support.js';

let shop: Shop;
let counter: Counter;
let till: Till;
let tills = 0;
const now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now }, background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-D${tills}`);
});

const sync = async (entries: readonly TillEntry[]) =>
  (await syncOf(shop, () => shop.tillToken('EMP001', till.terminal))(till.terminal, entries)).body
    .results;
const held = async () =>
  (await counter.get(`/pos/journal/?terminal_id=${till.terminal}&status=held`)).body;
const decide = async (id: string, action: string, body?: object, token?: string) =>
  counter.post(`/pos/journal/${id}/${action}/`, body, token ?? (await shop.officeToken()));
const inactive = (isInactive: boolean) =>
  query(shop, `update payment_methods set is_active = $1 where code = 'cash'`, [!isInactive]);

/** A sale that is held because its method is switched off. */
async function heldSale(): Promise<{ id: string; task_id: string; at: Date }> {
  const at = new Date(now.getTime() - 3_600_000);
  await inactive(true);
  const [result] = await sync([till.sale(at)]);
  await inactive(false);
  expect(result).toMatchObject({ status: 'held', reason: 'UNKNOWN_PAYMENT_METHOD' });
  const [entry] = await held();
  return { ...entry, at };
}

describe('a held entry', () => {
  it('is booked at its own time when its cause is gone, once, and its task is done', async () => {
    const { id, task_id, at } = await heldSale();
    const [reply, second] = await Promise.all([decide(id, 'retry'), decide(id, 'retry')]);
    expect([reply.status, second.status].sort()).toEqual([200, 409]);
    const entry = (await counter.get(`/pos/journal/${id}/`)).body;
    expect(entry).toMatchObject({
      status: 'accepted',
      reason: 'UNKNOWN_PAYMENT_METHOD',
      till_number: `${till.terminal}-000001`,
      settled_at: now.toISOString(),
    });
    const sale = (await counter.get(`/transactions/${entry.transaction_id}/`)).body;
    expect(sale).toMatchObject({ created_at: at.toISOString(), status: 'completed' });
    expect((await counter.get(`/tasks/${task_id}/`)).body.status).toBe('completed');
    expect(await held()).toEqual([]);
    expect(await sync(till.entries)).toMatchObject([
      { status: 'duplicate', transaction_id: entry.transaction_id },
    ]);
  });

  it('stays held if it is refused again', async () => {
    const { id } = await heldSale();
    const before = await booked(shop);
    await inactive(true);
    const reply = await decide(id, 'retry');
    await inactive(false);
    expect(reply.status).toBe(400);
    expect(await booked(shop)).toEqual(before);
    expect(await held()).toMatchObject([{ id, status: 'held' }]);
  });

  it('is settled with a reason and books nothing', async () => {
    const { id, task_id } = await heldSale();
    const before = await booked(shop);
    expect((await decide(id, 'settle', { reason: ' ' })).status).toBe(400);
    const reply = await decide(id, 'settle', { reason: 'Booked by hand as TXN-1' });
    expect(reply.body).toMatchObject({
      status: 'settled',
      settled_note: 'Booked by hand as TXN-1',
    });
    expect((await decide(id, 'retry')).status).toBe(409);
    expect(await booked(shop)).toEqual(before);
    expect((await counter.get(`/tasks/${task_id}/`)).body.status).toBe('completed');
  });

  it('of a broken chain takes its place when it is decided', async () => {
    const [first, second] = [till.sale(now), till.sale(now)];
    const edited = { ...first, data: { ...first.data, note: 'changed' } };
    expect(await sync([edited, second])).toMatchObject([
      { reason: 'ENTRY_EDITED' },
      { status: 'accepted' },
    ]);
    const [entry] = await held();
    expect(entry.is_chained).toBe(false);
    const gaps = async () =>
      (await counter.get(`/pos/journal/gaps/?terminal_id=${till.terminal}`)).body;
    expect(await gaps()).toMatchObject([{ first_counter: 1, missing: 1 }]);
    expect((await decide(entry.id, 'retry')).body).toMatchObject({
      status: 'accepted',
      is_chained: true,
    });
    expect(await gaps()).toEqual([]);
  });

  it('is not seen or decided by cashiers or by another store', async () => {
    const { id } = await heldSale();
    const before = await booked(shop);
    const cashier = await shop.tillToken('EMP001');
    expect((await counter.get('/pos/journal/', cashier)).status).toBe(403);
    expect((await decide(id, 'retry', undefined, cashier)).status).toBe(403);
    const supervisor = await shop.tillToken('EMP002');
    expect((await counter.get(`/pos/journal/${id}/`, supervisor)).status).toBe(200);
    expect((await decide(id, 'retry', undefined, supervisor)).status).toBe(403);
    await query(
      shop,
      `insert into user_stores (user_id, store_id)
       select u.id, s.id from users u, stores s where u.username = 'manager' and s.code = 'AIRPORT'`,
    );
    const elsewhere = await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    const token = elsewhere.body.token ?? elsewhere.body.access;
    for (const action of ['retry', 'settle']) {
      expect((await decide(id, action, { reason: 'x' }, token)).status).toBe(404);
    }
    expect((await counter.get(`/pos/journal/?terminal_id=${till.terminal}`, token)).body).toEqual(
      [],
    );
    expect(await booked(shop)).toEqual(before);
  });
});

describe('the data of a customer', () => {
  it('leaves the journal when it is erased; the amounts stay', async () => {
    const made = await counter.post(
      '/customers/',
      { first_name: 'Ada', last_name: 'Byron', email: `ada-${till.terminal}@example.com` },
      await shop.officeToken(),
    );
    expect(made.status).toBe(201);
    const customer = { customer_id: made.body.id, pickup_name: 'Ada Byron', note: 'For Ada' };
    expect(await sync([till.sale(now, customer)])).toMatchObject([{ status: 'accepted' }]);
    const exported = await counter.get(`/customers/${made.body.id}/export/`);
    expect(exported.text).toContain(`"${till.terminal}-000001"`);
    expect(exported.text).not.toContain(till.entries[0]?.hash);
    const erased = await counter.post(
      `/customers/${made.body.id}/erase/`,
      {},
      await shop.officeToken('admin'),
    );
    expect(erased.status).toBe(200);
    const [entry] = await query<{ data: Record<string, unknown> }>(
      shop,
      'select data from till_journal where terminal_id = $1',
      [till.terminal],
    );
    expect(JSON.stringify(entry)).not.toMatch(/Ada|Byron/);
    expect(entry?.data).toMatchObject({ number: `${till.terminal}-000001`, total_amount: '13.53' });
    expect(entry?.data).not.toHaveProperty('customer_id');
  });
});

it('leaves books that balance', async () => {
  const checks = await checkInvariants(shop.platform.db);
  expect(checks.filter(({ offending }) => offending > 0)).toEqual([]);
});
