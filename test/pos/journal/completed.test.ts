import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { denominations } from '../../shifts/support.js';
import { openShop, type Shop } from '../../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  mug,
  TEE,
} from '../../transactions/support.js';
import { booked, query, syncOf, Till, type TillEntry } from './support.js';

let shop: Shop;
let counter: Counter;
let till: Till;
let tills = 0;
let now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now }, background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-C${tills}`);
});

type Item = { id: string; kind: string; data: Record<string, string> };
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
const tokenAt = (terminal: string) => shop.tillToken('EMP001', terminal);
const sync = async (entries: readonly TillEntry[], one = till) =>
  (await syncOf(shop, () => tokenAt(one.terminal))(one.terminal, entries)).body.results;
const toEnter = async (terminal: string): Promise<Item[]> =>
  (await counter.get('/pos/sync/', await tokenAt(terminal))).body.to_enter;
const cash = (tendered_amount: string) => ({ payment_method_id: 'cash', tendered_amount });
const ring = async (terminal: string, body: object = mug()) =>
  counter.ring(body, await tokenAt(terminal));
const pay = async (sale: string, terminal: string, amount: string) => {
  const reply = await counter.pay(sale, cash(amount), await tokenAt(terminal));
  expect(reply.status).toBe(202);
};
/** Cash at the till for a sale that the service has. */
const completion = (sale: string, amount: string, more: Record<string, unknown> = {}) => ({
  ...{ transaction: sale, total_amount: '13.53', payments: [cash(amount)] },
  number: till.nextNumber(),
  ...more,
});
const open = () => till.write('shift_open', { opening_float: '100.00' }, hoursAgo(5));
const violations = async () =>
  (await checkInvariants(shop.platform.db)).filter(({ offending }) => offending > 0);

describe('a sale that the routes have completed', () => {
  it('is to be entered by the till that took its last payment, until it is', async () => {
    const other = new Till(`${till.terminal}-B`);
    await sync([other.sale(now)], other);
    const sale = await ring(till.terminal);
    await pay(sale, till.terminal, '5.00');
    expect(await toEnter(other.terminal)).toEqual([]);
    await pay(sale, other.terminal, '8.53');
    expect(await toEnter(till.terminal)).toEqual([]);
    const listed = await toEnter(other.terminal);
    expect(listed).toEqual([
      {
        id: (await counter.row(sale)).id,
        kind: 'sale',
        data: { transaction: sale, total_amount: '13.53' },
      },
    ]);
    const entry = other.write('sale', { ...listed[0]?.data, number: other.nextNumber() }, now);
    expect(await sync([entry], other)).toMatchObject([{ status: 'accepted' }]);
    expect(await toEnter(other.terminal)).toEqual([]);
    expect((await counter.row(sale)).till_number).toBe(`${other.terminal}-000002`);
  });

  it('is not to be entered if it is older than the journal of its till', async () => {
    const early = await ring(till.terminal);
    await pay(early, till.terminal, '20.00');
    expect(await toEnter(till.terminal)).toEqual([]);
    now = new Date(now.getTime() + 1_000);
    await sync([till.sale(now)]);
    expect(await toEnter(till.terminal)).toEqual([]);
    const next = await ring(till.terminal);
    await pay(next, till.terminal, '20.00');
    expect((await toEnter(till.terminal)).map(({ data }) => data.transaction)).toEqual([next]);
  });

  it('violates no invariant if it is older than the release that enters every sale', async () => {
    await sync([till.sale(now)]);
    now = new Date(now.getTime() + 1_000);
    const sale = await ring(till.terminal);
    await pay(sale, till.terminal, '20.00');
    await sync([till.sale(now)]);
    const later = `update till_journal set received_at = received_at + interval '29 days'
      where terminal_id = $1 and counter = 2`;
    await query(shop, later, [till.terminal]);
    const since = `update till_journal_heads set sales_since = $2::timestamptz + $3::interval
      where terminal_id = $1`;
    await query(shop, since, [till.terminal, now, '-1 second']);
    expect(await violations()).toMatchObject([
      { name: 'pos:journal-entered', offending: 1, ids: [(await counter.row(sale)).id] },
    ]);
    await query(shop, since, [till.terminal, now, '1 second']);
    expect(await violations()).toEqual([]);
  });

  it('violates an invariant once its till goes on without it', async () => {
    await sync([till.sale(now)]);
    now = new Date(now.getTime() + 1_000);
    const sale = await ring(till.terminal);
    await pay(sale, till.terminal, '20.00');
    expect(await violations()).toEqual([]);
    const later = `update till_journal set received_at = received_at + $2::interval
      where terminal_id = $1 and counter = $3`;
    await sync([till.sale(now)]);
    await query(shop, later, [till.terminal, '29 days', 2]);
    expect(await violations()).toMatchObject([
      { name: 'pos:journal-entered', offending: 1, ids: [(await counter.row(sale)).id] },
    ]);
    const [item] = await toEnter(till.terminal);
    await sync([till.write('sale', { ...item?.data, number: till.nextNumber() }, now)]);
    expect(await violations()).toEqual([]);
  });
});

describe('cash for a sale that the service has', () => {
  it('completes it at its own time and in its shift, once, with the number of the till', async () => {
    await sync([open()]);
    const sale = await ring(till.terminal);
    await pay(sale, till.terminal, '5.00');
    const entry = till.write('sale', completion(sale, '10.00'), hoursAgo(1));
    const before = await booked(shop);
    expect(await sync([entry])).toMatchObject([{ status: 'accepted', transaction_id: sale }]);
    expect(await sync([entry])).toMatchObject([{ status: 'duplicate', transaction_id: sale }]);
    expect(await booked(shop)).toMatchObject({ payments: Number(before?.payments) + 1 });
    const row = await counter.row(sale);
    expect(row).toMatchObject({ status: 'completed', till_number: `${till.terminal}-000001` });
    expect([row.completed_at, row.change_due]).toEqual([hoursAgo(1), '1.47']);
    expect(await toEnter(till.terminal)).toEqual([]);
    // 100.00 + 5.00 + 8.53
    const coins = { '2.00': 1, '1.00': 1, '0.50': 1, '0.01': 3 };
    const pieces = denominations({ '100.00': 1, '10.00': 1, ...coins });
    const [closing] = await sync([till.write('shift_close', { denominations: pieces }, now)]);
    expect(closing).toMatchObject({ status: 'accepted' });
    expect(await violations()).toEqual([]);
  });

  it('is held with a task if the sale was completed or cancelled meanwhile, or is not covered', async () => {
    await sync([open()]);
    const paid = await ring(till.terminal);
    await pay(paid, till.terminal, '20.00');
    const cancelled = await ring(till.terminal);
    const cancel = { reason: 'Changed their mind' };
    const at = `/pos/transactions/${cancelled}/cancel/`;
    expect((await counter.post(at, cancel, await tokenAt(till.terminal))).status).toBe(200);
    const large = await ring(till.terminal, basket([TEE], '2.06'));
    const before = await booked(shop);
    const results = await sync([
      till.write('sale', completion(paid, '20.00'), now),
      till.write('sale', completion(cancelled, '20.00'), now),
      till.write('sale', completion(large, '20.00', { total_amount: '27.06' }), now),
      till.write('sale', completion(large, '30.00'), now),
    ]);
    expect(results).toMatchObject(
      ['INVALID_STATE', 'INVALID_STATE', 'INVALID_STATE', 'SUM_MISMATCH'].map(reason => ({
        status: 'held',
        reason,
        task_id: expect.any(String),
      })),
    );
    expect(await booked(shop)).toEqual(before);
    expect((await counter.row(large)).till_number).toBeNull();
  });

  it('is held if another till has taken a part since, until a manager has given the change', async () => {
    await sync([open()]);
    const sale = await ring(till.terminal);
    await pay(sale, `${till.terminal}-B`, '5.00');
    const before = await booked(shop);
    const shown = completion(sale, '13.53', { amount_due: '13.53' });
    const entry = till.write('sale', shown, now);
    expect(await sync([entry])).toMatchObject([
      {
        status: 'held',
        reason: 'AMOUNT_DUE_CHANGED',
        message: 'The till showed 13.53 as due, but 8.53 is due.',
        task_id: expect.any(String),
        transaction_id: null,
      },
    ]);
    expect(await booked(shop)).toEqual(before);
    expect(await counter.row(sale)).toMatchObject({
      ...{ status: 'partially_paid', total_paid: '5.00', change_due: '0.00', till_number: null },
    });
    const [held] = (await counter.get(`/pos/journal/?terminal_id=${till.terminal}&status=held`))
      .body;
    const token = await shop.officeToken();
    expect((await counter.post(`/pos/journal/${held.id}/retry/`, {}, token)).body).toMatchObject({
      status: 'accepted',
    });
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', change_due: '5.00' });
    expect(await violations()).toEqual([]);
  });

  it('is refused before the customer pays if another till has taken a part', async () => {
    const sale = await ring(till.terminal);
    await pay(sale, `${till.terminal}-B`, '5.00');
    const before = await booked(shop);
    const ask = async (entry: TillEntry) =>
      shop.call('POST', '/pos/sync/', {
        token: await tokenAt(till.terminal),
        body: { terminal_id: till.terminal, entries: [entry], may_refuse: true },
      });
    const shown = completion(sale, '13.53', { amount_due: '13.53' });
    const refused = await ask(till.copy().write('sale', shown, now));
    expect([refused.status, refused.body.code]).toEqual([409, 'AMOUNT_DUE_CHANGED']);
    expect(refused.body.details).toEqual({ amount_due: '8.53' });
    expect(await booked(shop)).toEqual(before);
    const current = completion(sale, '10.00', { amount_due: '8.53' });
    const taken = await ask(till.write('sale', { ...current, number: shown.number }, now));
    expect(taken.body.results).toMatchObject([{ status: 'accepted', transaction_id: sale }]);
    expect((await counter.row(sale)).change_due).toBe('1.47');
  });

  it('is late after its shift, with nothing of an earlier payment', async () => {
    const sale = await ring(till.terminal);
    await sync([open()]);
    await pay(sale, till.terminal, '5.00');
    // Cash of the hour before the closing, which the count contains.
    const pieces = denominations({ '100.00': 1, '10.00': 1, '2.00': 1, '1.00': 1, '0.50': 1 });
    const closing = { denominations: pieces, reason: 'Counted' };
    const sold = till.write('sale', completion(sale, '8.53'), hoursAgo(2));
    const closed = till.write('shift_close', closing, hoursAgo(1));
    expect(await sync([closed])).toMatchObject([{ status: 'accepted' }]);
    expect(await sync([sold])).toMatchObject([{ status: 'accepted', flags: ['late'] }]);
    expect(
      await query(shop, 'select amount::text, cash::text from late_sales where terminal_id = $1', [
        till.terminal,
      ]),
    ).toEqual([{ amount: '8.53', cash: '8.53' }]);
  });

  it('needs the right to take payments', async () => {
    const sale = await ring(till.terminal);
    const made = await shop.call('POST', '/roles/', {
      token: await shop.officeToken('admin'),
      body: { name: 'No payments', base_role: 'cashier', permissions: ['sale.create'] },
    });
    const who = { employee_number: 'RINGS1', pin_code: '8643', role: 'cashier' };
    const person = { ...who, own_role_id: made.body.id, store_ids: [DOWNTOWN_ID] };
    const token = await shop.officeToken('admin');
    expect((await shop.call('POST', '/users/', { token, body: person })).status).toBe(201);
    const login = {
      ...{ employee_id: 'RINGS1', pin_code: '8643' },
      ...{ store_id: 'DOWNTOWN', terminal_id: till.terminal },
    };
    const signedIn = await shop.call('POST', '/pos/auth/terminal-login/', { body: login });
    const own = signedIn.body.token;
    const before = await booked(shop);
    const entry = till.write('sale', completion(sale, '20.00'), now);
    const reply = await syncOf(shop, async () => own)(till.terminal, [entry]);
    expect(reply.body.results).toMatchObject([{ status: 'held', reason: 'PERMISSION_DENIED' }]);
    expect(await booked(shop)).toEqual(before);
  });
});

it('a sale that may be booked already is held until a manager books it', async () => {
  const before = await booked(shop);
  const [held] = await sync([till.sale(now, { may_be_booked: true })]);
  expect(held).toMatchObject({ status: 'held', reason: 'MAY_BE_BOOKED' });
  expect(await booked(shop)).toEqual(before);
  const [entry] = (await counter.get(`/pos/journal/?terminal_id=${till.terminal}`)).body;
  const reply = await counter.post(`/pos/journal/${entry.id}/retry/`, {}, await shop.officeToken());
  expect(reply.body).toMatchObject({ status: 'accepted', till_number: `${till.terminal}-000001` });
});
