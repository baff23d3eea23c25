import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loyaltyInvariants } from '../../src/domains/loyalty/index.js';
import { saleInvariants } from '../../src/domains/transactions/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { waitingForLocks } from '../support/locks.js';
import { soon } from '../support/soon.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';
import { type Customers, customersOf, openShop, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  customers = customersOf(shop);
  counter = counterOf(shop);
});
afterAll(() => shop.close());

let next = 0;
const pair = async () => {
  next += 1;
  const into = await customers.created({ name: 'Ada Byron', email: `ada-${next}@example.com` });
  const from = await customers.created({
    name: 'A. Byron',
    phone: `+1212555${5000 + next}`,
    customer_card: `CARD-${next}`,
    notes: 'Likes mugs',
  });
  return { into, from };
};
const merge = (into: string, customer_id: unknown) =>
  customers.asManager('POST', `${into}/merge/`, { customer_id });
const cash = { payment_method_id: 'cash', tendered_amount: '13.53' };
const sold = async (customer_id: string): Promise<string> => {
  const sale = await counter.ring(mug({ customer_id }));
  await counter.pay(sale, cash);
  return sale;
};
const broken = async (): Promise<unknown[]> => {
  const results = await Promise.all(
    [...loyaltyInvariants, ...saleInvariants].map(({ check }) => check(shop.platform.db)),
  );
  return results.flat().filter(({ offending }) => offending > 0);
};

describe('merging two customers', () => {
  it('moves sales, points, contacts, notes and addresses, and answers the same again', async () => {
    const { into, from } = await pair();
    const sales = [await sold(into), await sold(from), await sold(from)];
    await shop.settleEvents();
    await customers.rows(
      `insert into saved_addresses (id, user_id, is_default, city)
       select gen_random_uuid(), id, true, 'City of ' || first_name from users where id = any($1)`,
      [[into, from]],
    );
    const reply = await merge(into, from);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: into,
      name: 'Ada Byron',
      phone: `+1212555${5000 + next}`,
      customer_card: `CARD-${next}`,
      notes: 'Likes mugs',
      points: 36,
    });
    expect((await merge(into, from)).body).toEqual(reply.body);
    for (const sale of sales) expect((await counter.row(sale)).customer_id).toBe(into);
    const addresses = await customers.rows<{ is_default: boolean }>(
      'select is_default from saved_addresses where user_id = $1 order by is_default',
      [into],
    );
    expect(addresses.map(row => row.is_default)).toEqual([false, true]);
    expect((await customers.profile(from)).body.id).toBe(into);
    expect((await customers.search(`CARD-${next}`)).body.map((c: { id: string }) => c.id)).toEqual([
      into,
    ]);
    expect(await broken()).toEqual([]);
  });

  it('keeps a second address searchable, and the logins of the merged record end', async () => {
    const { into } = await pair();
    const from = await customers.created({ name: 'Second', email: `second-${next}@example.com` });
    await customers.rows(
      `insert into sessions (id, kind, user_id, expires_at) values (gen_random_uuid(), 'web', $1,
         now() + interval '1 day')`,
      [from],
    );
    expect((await merge(into, from)).body.email).toBe(`ada-${next}@example.com`);
    const found = await customers.search(`second-${next}@example.com`);
    expect(found.body[0]).toMatchObject({ id: into, name: 'Ada Byron' });
    const sessions = await customers.rows<{ user_id: string; is_open: boolean }>(
      'select user_id, ended_at is null as is_open from sessions where user_id = any($1)',
      [[into, from]],
    );
    expect(sessions).toEqual([{ user_id: into, is_open: false }]);
    const again = await customers.create({ name: 'X', email: `second-${next}@example.com` });
    expect(again.body.details.customer_id).toBe(into);
  });

  it('takes sales that name the merged record, also through a chain of merges', async () => {
    const { into, from } = await pair();
    const other = await customers.created({ name: 'Third', email: `third-${next}@example.com` });
    await merge(from, other);
    await merge(into, from);
    for (const id of [from, other]) {
      expect((await counter.row(await sold(id))).customer_id).toBe(into);
    }
    // A statement that still knows the old id, as after a merge between its look and its write.
    await customers.rows('update transactions set customer_id = $1 where customer_id = $2', [
      other,
      into,
    ]);
    const [row] = await customers.rows<{ n: number }>(
      'select count(*)::int as n from transactions where customer_id = $1',
      [into],
    );
    expect(row?.n).toBe(2);
  });

  it.each([
    ['itself', (into: string) => into],
    ['nobody', () => '00000000-0000-4000-8000-00000000ffff'],
    ['no id', () => 'x'],
  ])('refuses %s', async (_, other) => {
    const { into } = await pair();
    expect((await merge(into, other(into))).status).toBe(400);
    expect((await customers.profile(into)).body.is_active).toBe(true);
  });

  it('refuses staff, cashiers, and one that was merged elsewhere', async () => {
    const { into, from } = await pair();
    const [staff] = await customers.rows<{ id: string }>(
      `select id from users where employee_number = 'EMP001'`,
    );
    expect((await merge(into, staff?.id)).status).toBe(400);
    const cashier = await customers.call('POST', `${into}/merge/`, { customer_id: from });
    expect(cashier.status).toBe(403);
    await merge(into, from);
    const third = await customers.created({ name: 'Third', email: `3-${next}@example.com` });
    expect((await merge(third, from)).status).toBe(400);
    expect((await customers.profile(third)).body.notes).toBe('');
  });
});

describe('a merge while sales are rung up and paid', () => {
  it('loses no sale and no point', { timeout: 60_000 }, async () => {
    const { into, from } = await pair();
    const early = await Promise.all(
      [1, 2, 3, 4].map(() => counter.ring(mug({ customer_id: from }))),
    );
    const paid = early.map(sale => counter.pay(sale, cash));
    const late = Array.from({ length: 12 }, () => sold(from));
    const merged = merge(into, from);
    const settled = shop.settleEvents();
    const replies = await Promise.all(paid);
    expect(replies.map(reply => reply.status)).toEqual([202, 202, 202, 202]);
    const sales = [...early, ...(await Promise.all(late))];
    expect((await merged).status).toBe(200);
    await settled;
    await shop.settleEvents();
    for (const sale of sales) expect((await counter.row(sale)).customer_id).toBe(into);
    expect((await customers.profile(into)).body.points).toBe(16 * 12);
    expect(await broken()).toEqual([]);
  });

  it('lets a sale wait that names the merged record, and gives it to the other one', async () => {
    const { into, from } = await pair();
    const { db } = shop.platform;
    let sale = Promise.resolve('');
    await atomically(db, async tx => {
      await statement(tx, 'select id from users where id = $1 for update', [from]);
      sale = counter.ring(mug({ customer_id: from }));
      await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), soon);
      await statement(tx, 'update users set merged_into = $2 where id = $1', [from, into]);
    });
    expect((await counter.row(await sale)).customer_id).toBe(into);
  });

  it('has one winner if two records are merged into each other', async () => {
    const { into, from } = await pair();
    const replies = await Promise.all([merge(into, from), merge(from, into)]);
    expect(replies.map(reply => reply.status)).toContain(200);
    const rows = await customers.rows<{ merged_into: string | null }>(
      'select merged_into from users where id = any($1) and merged_into is null',
      [[into, from]],
    );
    expect(rows).toHaveLength(1);
  });
});
