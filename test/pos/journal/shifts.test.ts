import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { denominations } from '../../shifts/support.js';
import { openShop, type Shop } from '../../support/service.js';
import { type Counter, counterOf } from '../../transactions/support.js';
import { booked, query, syncOf, Till, type TillEntry } from './support.js';

let shop: Shop;
let counter: Counter;
let till: Till;
let tills = 0;
let now = new Date('2026-03-10T18:00:00Z');
beforeAll(async () => {
  now = new Date();
  shop = await openShop({ clock: { now: () => now }, background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  tills += 1;
  till = new Till(`T-S${tills}`);
});

const token = () => shop.tillToken('EMP001', till.terminal);
const sync = async (entries: readonly TillEntry[]) =>
  (await syncOf(shop, token)(till.terminal, entries)).body.results;
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const shifts = async () =>
  (await counter.get(`/cash-management/shifts/?terminal=${till.terminal}`)).body;
const report = async (id: string) =>
  (await counter.get(`/cash-management/shifts/${id}/z-report/`)).body;
const open = (hours: number) =>
  till.write('shift_open', { opening_float: '100.00' }, hoursAgo(hours));
const close = (hours: number, pieces: Record<string, number>, reason?: string) =>
  till.write(
    'shift_close',
    { denominations: denominations(pieces), ...(reason && { reason }) },
    hoursAgo(hours),
  );

describe('a day apart from the service', () => {
  it('is booked with its shift, its cash movements and its Z report', async () => {
    const batch = [
      open(9),
      till.sale(hoursAgo(8)),
      till.write('cash_in', { amount: '50.00', reason: 'Change from the bank' }, hoursAgo(7)),
      till.write('cash_out', { amount: '12.00', reason: 'Cab' }, hoursAgo(6)),
      till.write('drawer_open', { reason: 'Change for 50' }, hoursAgo(5)),
      till.sale(hoursAgo(4)),
      // 100.00 + 2 × 13.53 + 50.00 − 12.00 = 165.06
      close(3, { '100.00': 1, '50.00': 1, '10.00': 1, '5.00': 1, '0.05': 1, '0.01': 1 }),
    ];
    const results = await sync(batch);
    expect(results.map((r: { status: string; reason: string }) => [r.status, r.reason])).toEqual(
      Array(7).fill(['accepted', null]),
    );
    const [shift] = await shifts();
    expect(shift).toMatchObject({
      status: 'closed',
      opened_at: hoursAgo(9).toISOString(),
      closed_at: hoursAgo(3).toISOString(),
      expected_amount: '165.06',
      variance: '0.00',
    });
    expect(await report(shift.id)).toMatchObject({
      sales: { count: 2, amount: '27.06' },
      cash: { paid_in: '50.00', paid_out: '12.00', expected: '165.06', counted: '165.06' },
    });
    expect(await sync(batch)).toMatchObject(Array(7).fill({ status: 'duplicate' }));
    expect(await shifts()).toHaveLength(1);
  });

  it('takes goods back by the number of the till, with the right to do so', async () => {
    const manager = () => shop.tillToken('EMP003', till.terminal);
    await sync([open(3), till.sale(hoursAgo(2))]);
    const back = {
      employee_id: 'EMP003',
      transaction: `${till.terminal}-000001`,
      return_reason: 'defective',
      line_items: [{ line: 0, quantity: 1 }],
      refund_to: 'cash',
    };
    const entry = till.write('return', back, hoursAgo(1));
    const { body } = await syncOf(shop, manager)(till.terminal, [entry]);
    expect(body.results).toMatchObject([{ status: 'accepted' }]);
    const sale = (await counter.get(`/transactions/${till.terminal}-000001/`)).body;
    expect(sale.status).toBe('refunded');
    const [refund] = await query<{ amount: string; way: string; shift: boolean }>(
      shop,
      `select r.amount::text, r.way, r.shift_id is not null as shift from refunds r
       join transactions t on t.id = r.transaction_id where t.till_number = $1`,
      [`${till.terminal}-000001`],
    );
    expect(refund).toEqual({ amount: '13.53', way: 'cash', shift: true });
  });
});

describe('a return outside a shift', () => {
  it('takes its cash from no shift that opened later', async () => {
    const manager = () => shop.tillToken('EMP003', till.terminal);
    await sync([till.sale(hoursAgo(4))]);
    const back = {
      transaction: `${till.terminal}-000001`,
      return_reason: 'defective',
      line_items: [{ line: 0, quantity: 1 }],
      refund_to: 'cash',
    };
    const entry = till.write('return', back, hoursAgo(3));
    const send = syncOf(shop, manager);
    expect((await send(till.terminal, [open(2)])).body.results).toMatchObject([
      { status: 'accepted' },
    ]);
    expect((await send(till.terminal, [entry])).body.results).toMatchObject([
      { status: 'accepted' },
    ]);
    const refunds = await query(
      shop,
      `select r.amount::text, r.way, r.shift_id, r.terminal_id from refunds r
       join transactions t on t.id = r.transaction_id where t.till_number = $1`,
      [`${till.terminal}-000001`],
    );
    expect(refunds).toEqual([
      { amount: '13.53', way: 'cash', shift_id: null, terminal_id: till.terminal },
    ]);
  });
});

describe('an entry for a shift that is closed', () => {
  it('is booked late, in no open shift, and shows apart in the next Z report', async () => {
    const late = [open(9), till.sale(hoursAgo(8)), till.sale(hoursAgo(7))] as TillEntry[];
    await sync([late[0] as TillEntry]);
    const closing = close(6, { '100.00': 1, '20.00': 1, '5.00': 1, '2.00': 1 }, 'Till offline');
    const opening = open(5);
    const inTime = till.sale(hoursAgo(4));
    await sync([closing, opening, inTime]);
    const results = await sync(late.slice(1));
    expect(results).toMatchObject([
      { counter: 2, status: 'accepted', flags: ['late'] },
      { counter: 3, status: 'accepted', flags: ['late'] },
    ]);
    const [shift, closed] = await shifts();
    const shiftOf = async (number: string) =>
      (await counter.payments(number)).map(payment => payment.shift_id);
    expect(await shiftOf(results[0].transaction_id)).toEqual([null]);
    await sync([close(1, { '100.00': 1, '10.00': 1, '1.00': 3, '0.50': 1, '0.01': 3 })]);
    expect(await report(shift.id)).toMatchObject({
      sales: { count: 1, amount: '13.53' },
      late: { count: 2, amount: '27.06', cash: '27.06' },
      cash: { expected: '113.53', variance: '0.00' },
    });
    expect(await report(closed.id)).not.toHaveProperty('late');
    await sync([open(0.5), close(0.25, { '100.00': 1 })]);
    const [last] = await shifts();
    expect(await report(last.id)).not.toHaveProperty('late');
  });

  it('is held if it took cash out of the drawer', async () => {
    await sync([open(9)]);
    const out = till.write('cash_out', { amount: '5.00', reason: 'Cab' }, hoursAgo(8));
    const closing = close(7, { '100.00': 1 });
    await sync([closing]);
    const before = await booked(shop);
    expect(await sync([out])).toMatchObject([{ status: 'held', reason: 'SHIFT_CLOSED' }]);
    expect(await booked(shop)).toEqual(before);
  });

  it('needs no shift for a sale where the store requires one, because it is paid', async () => {
    const zurich = new Till('T-Z1');
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: 'EMP006', pin_code: '6789', store_id: 'ZURICH', terminal_id: 'T-Z1' },
    });
    const data = {
      store_id: 'ZURICH',
      employee_id: 'EMP006',
      line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '13.90', subtotal: '13.90' }],
      subtotal: '13.90',
      tax_amount: '1.04',
      total_amount: '13.90',
      number: 'T-Z1-000001',
      payments: [{ payment_method_id: 'cash', tendered_amount: '20.00' }],
    };
    const entry = zurich.write('sale', data, hoursAgo(2));
    const { body } = await syncOf(shop, async () => login.body.token)('T-Z1', [entry]);
    expect(body.results).toMatchObject([{ status: 'accepted', reason: null }]);
  });
});

describe('a shift step that does not fit', () => {
  it('is held and changes nothing', async () => {
    await sync([open(9)]);
    const before = await booked(shop);
    expect(await sync([open(8), close(7, { '1.00': 1 }), close(6, { '3.00': 1 })])).toMatchObject([
      { status: 'held', reason: 'SHIFT_ALREADY_OPEN' },
      { status: 'held', reason: 'VARIANCE_REASON_REQUIRED' },
      { status: 'held', reason: 'WRONG_DENOMINATION' },
    ]);
    expect(await booked(shop)).toEqual(before);
    expect((await shifts())[0]).toMatchObject({ status: 'open', counts: 0 });
  });
});

it('leaves books that balance', async () => {
  const checks = await checkInvariants(shop.platform.db);
  expect(checks.filter(({ offending }) => offending > 0)).toEqual([]);
});
