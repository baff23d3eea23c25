import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { customer } from '../../../src/seed/data.js';
import { denominations } from '../../shifts/support.js';
import { byGiftCard, giftCard } from '../../stored-value/support.js';
import { atCheckout, complete } from '../../storefront/checkout-support.js';
import { openShop, type Shop } from '../../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  MUG,
  mug,
} from '../../transactions/support.js';
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

type Item = { id: string; kind: string; data: Record<string, string> };

const CASH_50 = { payment_method_id: 'cash', tendered_amount: '50.00' };
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

describe('a return at a till without a connection', () => {
  const limit = async (offline_return_limit: string | number | null, store = 'DOWNTOWN') =>
    shop.call('PATCH', `/stores/${store}/`, {
      token: await shop.officeToken('admin'),
      body: { offline_return_limit },
    });
  const back = (transaction: string, more: object = {}) => ({
    transaction,
    return_reason: 'defective',
    line_items: [{ sku: 'MUG-WHITE', quantity: 1 }],
    refund_to: 'cash',
    refund_amount: '13.53',
    ...more,
  });

  it('needs a limit that the store has set', async () => {
    expect((await limit(0)).body.errors).toHaveProperty('offline_return_limit');
    expect((await limit('20.005')).body.code).toBe('AMOUNT_TOO_FINE');
    expect((await limit('20')).body.offline_return_limit).toBe('20.00');
    const cleared = await limit(null);
    expect([cleared.status, cleared.body.offline_return_limit]).toEqual([200, null]);
    await sync([open(3), till.sale(hoursAgo(2))]);
    const before = await booked(shop);
    const entry = till.write('return', back(`${till.terminal}-000001`), hoursAgo(1));
    expect(await sync([entry])).toMatchObject([{ status: 'held', reason: 'APPROVAL_REQUIRED' }]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is booked for cash up to the limit, for one of two tills', async () => {
    await limit('20.00');
    const sold = `${till.terminal}-000001`;
    const twoLines = `${till.terminal}-000002`;
    const pair = basket([MUG, MUG], '2.06');
    await sync([
      open(3),
      till.sale(hoursAgo(2)),
      till.sale(hoursAgo(2), { ...pair, payments: [CASH_50] }),
    ]);
    const first = till.write('return', back(sold), hoursAgo(1));
    expect(await sync([first])).toMatchObject([{ status: 'accepted' }]);
    expect(await sync([first])).toMatchObject([{ status: 'duplicate' }]);
    const [refund] = await query(
      shop,
      `select r.amount::text, r.way, r.till_id, r.shift_id is not null as "inShift", e.kind
       from refunds r join transactions t on t.id = r.transaction_id
         join till_journal_records e on e.record_id = r.id where t.till_number = $1`,
      [sold],
    );
    expect(refund).toEqual({
      ...{ amount: '13.53', way: 'cash', till_id: till.terminal },
      ...{ inShift: true, kind: 'refund' },
    });
    const before = await booked(shop);
    const other = new Till(`${till.terminal}X`);
    const elsewhere = () => shop.tillToken('EMP001', other.terminal);
    const second = other.write('return', back(sold), hoursAgo(1));
    const unknown = other.write('return', back('T-404-000001'), hoursAgo(1));
    const tooHigh = other.write('return', back(twoLines, { refund_amount: '19.00' }), hoursAgo(1));
    const tooLow = other.write('return', back(twoLines, { refund_amount: '5.00' }), hoursAgo(1));
    const noSuchLine = other.write(
      'return',
      back(twoLines, { line_items: [{ sku: 'TEE-BLACK-M', quantity: 1 }] }),
      hoursAgo(1),
    );
    const all = other.write(
      'return',
      back(twoLines, {
        line_items: [
          { line: 0, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
        refund_amount: '27.06',
      }),
      hoursAgo(1),
    );
    const { results } = (
      await syncOf(shop, elsewhere)(other.terminal, [
        ...[second, unknown, tooHigh, tooLow, noSuchLine, all],
      ])
    ).body;
    expect(results.map((one: { reason: string }) => one.reason)).toEqual([
      'NOT_RETURNABLE',
      'INVALID',
      'REFUND_TOO_HIGH',
      'SUM_MISMATCH',
      'UNKNOWN_LINE',
      'APPROVAL_REQUIRED',
    ]);
    const task = (await counter.get(`/tasks/${results[0].task_id}/`)).body;
    expect(task.description).toContain('the customer has got the money');
    expect(await booked(shop)).toEqual(before);
  });

  it('is held if it pays back what no cash at a till has paid for', async () => {
    await limit('20.00');
    const slip = { payment_method_id: 'card', tendered_amount: '13.53', reference: '0042' };
    const parts = [
      { ...CASH_50, tendered_amount: '5.00' },
      { ...slip, tendered_amount: '8.53' },
    ];
    const card = basket([giftCard('19.00')], '0.00');
    await sync([
      open(3),
      till.sale(hoursAgo(2), { payments: [slip] }),
      till.sale(hoursAgo(2), { payments: parts }),
      till.sale(hoursAgo(2), { ...card, payments: [{ ...CASH_50, tendered_amount: '19.00' }] }),
    ]);
    const gift = `${till.terminal}-000003`;
    const { body } = await counter.post(`/pos/transactions/${gift}/gift-cards/`, {}, await token());
    await counter.sold(byGiftCard(body.gift_cards[0].code, '13.53'));
    const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
    const ordered = (await complete(shop, visit, id)).body;
    const before = await booked(shop);
    const line_items = [{ line: 0, quantity: 1 }];
    const returns = [
      back(`${till.terminal}-000001`),
      back(`${till.terminal}-000002`),
      back(gift, { line_items, refund_amount: '19.00' }),
      back(ordered.transaction_id, { line_items, refund_amount: ordered.total_amount }),
    ].map(data => till.write('return', data, now));
    const results = await sync(returns);
    expect(results.map((one: { reason: string }) => one.reason)).toEqual(
      Array(4).fill('APPROVAL_REQUIRED'),
    );
    expect(await booked(shop)).toEqual(before);
    const { status } = (await counter.get(`/tasks/${results[0].task_id}/`)).body;
    expect(status).toBe('pending');
  });

  it('is booked up to the limit of one sale, however many returns there are', async () => {
    await limit('30.00');
    const sold = `${till.terminal}-000001`;
    const three = basket([{ ...MUG, quantity: 3 }], '3.09');
    await sync([open(3), till.sale(hoursAgo(2), { ...three, payments: [CASH_50] })]);
    const one = () => till.write('return', back(sold), hoursAgo(1));
    const other = new Till(`${till.terminal}X`);
    const elsewhere = () => shop.tillToken('EMP001', other.terminal);
    expect(await sync([one()])).toMatchObject([{ status: 'accepted' }]);
    const entries = [other.write('return', back(sold), hoursAgo(1))];
    const [here, there] = await Promise.all([
      sync([one()]),
      syncOf(shop, elsewhere)(other.terminal, entries).then(({ body }) => body.results),
    ]);
    const reasons = [here[0].reason, there[0].reason];
    expect(reasons.toSorted()).toEqual(['APPROVAL_REQUIRED', null]);
    const refunds = await query(
      shop,
      `select r.amount::text, r.way from refunds r join transactions t on t.id = r.transaction_id
       where t.till_number = $1`,
      [sold],
    );
    expect(refunds).toEqual(Array(2).fill({ amount: '13.53', way: 'cash' }));
  });

  describe('has a limit for each till, employee and sender, and each day', () => {
    const dayLimit = async (offline_return_day_limit: string | number | null) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', {
        token: await shop.officeToken('admin'),
        body: { offline_return_day_limit },
      });
    /** Minutes after noon in the store, six days ago and later. */
    const at = (day: number, minutes: number) => {
      const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 6, 17);
      return new Date(noon + day * 86_400_000 + minutes * 60_000);
    };
    /** The cashier logs in at a till at noon of that day. */
    const works = async (day: number, terminal_id = till.terminal) => {
      const present = now;
      now = at(day, 0);
      const body = { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN', terminal_id };
      const login = await shop.call('POST', '/pos/auth/terminal-login/', { body });
      now = present;
      expect(login.status).toBe(200);
    };
    const sell = (count: number, day = 0) =>
      sync([
        till.write('shift_open', { opening_float: '100.00' }, at(day, 0)),
        ...Array.from({ length: count }, () => till.sale(at(day, 1))),
      ]);
    const returned = (sale: number, when: Date, by = till) =>
      by.write('return', back(`${till.terminal}-00000${sale}`), when);
    const sendAt = async (other: Till, entry: TillEntry) => {
      const elsewhere = () => shop.tillToken('EMP001', other.terminal);
      return (await syncOf(shop, elsewhere)(other.terminal, [entry])).body.results;
    };
    type Result = { reason: string | null; task_id: string | null };
    const reasons = (results: Result[]) => results.map(({ reason }) => reason);
    afterAll(() => dayLimit(null));
    /** What the tests before have sent counts no longer. */
    beforeEach(async () => {
      await query(shop, `update till_journal set received_at = received_at - interval '4 days'`);
    });

    it('and is held beyond it, until a manager books it', async () => {
      await limit('20.00');
      expect((await dayLimit(0)).body.errors).toHaveProperty('offline_return_day_limit');
      expect((await dayLimit('30')).body.offline_return_day_limit).toBe('30.00');
      const [other, third] = [new Till(`${till.terminal}Y`), new Till(`${till.terminal}Z`)];
      await works(0);
      await works(0, other.terminal);
      await works(1);
      await sell(6);
      expect(reasons(await sync([returned(1, at(0, 2)), returned(2, at(0, 3))]))).toEqual([
        null,
        null,
      ]);
      const before = await booked(shop);
      const more = returned(3, at(0, 4));
      const [held] = await sync([more]);
      expect(held).toMatchObject({ status: 'held', reason: 'OFFLINE_RETURN_LIMIT' });
      expect(held.message).toContain('The till has paid 27.06 back without a connection on this');
      expect(await sync([more])).toMatchObject([{ task_id: held.task_id }]);

      // Neither another till nor another day starts a new sum.
      const [there] = await sendAt(other, returned(4, at(0, 5), other));
      expect(there).toMatchObject({ status: 'held', reason: 'OFFLINE_RETURN_LIMIT' });
      expect(there.message).toContain('The employee has paid 27.06 back');
      const [later] = await sync([returned(5, at(1, 0))]);
      expect(later).toMatchObject({ status: 'held', reason: 'OFFLINE_RETURN_LIMIT' });
      expect(later.message).toContain('in entries that arrived on this day');
      expect(reasons(await sendAt(third, returned(6, at(0, 6), third)))).toEqual([
        'EMPLOYEE_NOT_AT_TILL',
      ]);
      expect(await booked(shop)).toEqual(before);

      const manager = await shop.officeToken('manager');
      const list = `/pos/journal/?terminal_id=${till.terminal}&status=held`;
      const entries = (await shop.call('GET', list, { token: manager })).body;
      const again = `/pos/journal/${entries.at(-1).id}/retry/`;
      expect((await shop.call('POST', again, { token: manager })).body.status).toBe('accepted');
      expect((await counter.get(`/tasks/${held.task_id}/`)).body.status).toBe('completed');
    });

    it('of five sales, unless the store sets one', async () => {
      await limit('13.53');
      await dayLimit(null);
      await works(1);
      await sell(6, 1);
      const six = [1, 2, 3, 4, 5, 6].map(sale => returned(sale, at(1, 2)));
      expect(reasons(await sync(six))).toEqual([...Array(5).fill(null), 'OFFLINE_RETURN_LIMIT']);
      const unknown = { approval_request_id: '0192f0c1-2a3b-7c4d-8e5f-0123456789ab' };
      const data = back(`${till.terminal}-000006`, unknown);
      const claimed = till.write('return', data, at(1, 3));
      expect(reasons(await sync([claimed]))).toEqual(['APPROVAL_REQUIRED']);
    });

    it('which one of two tills reaches, and no entry of a booked refund moves', async () => {
      await limit('20.00');
      await dayLimit('30.00');
      const other = new Till(`${till.terminal}Y`);
      await works(2);
      await works(2, other.terminal);
      // The routes have booked these refunds; what else their entries claim counts for nothing.
      const manager = await shop.tillToken('EMP003', till.terminal);
      const asManager = syncOf(shop, async () => manager);
      await asManager(till.terminal, [till.write('drawer_open', { reason: 'Change' }, at(2, 0))]);
      for (const refund_amount of ['x', '-100000.00']) {
        const voided = await counter.ring(mug({ employee_id: 'EMP003' }), manager);
        await counter.pay(voided, CASH_50, manager);
        expect((await counter.voidSale(voided, {}, manager)).status).toBe(200);
        const listed: Item[] = (await counter.get('/pos/sync/', manager)).body.to_enter;
        const item = listed.find(one => one.kind === 'return');
        const claim = { ...item?.data, refund_to: 'cash', refund_amount };
        const entry = till.write('return', claim, at(2, 0));
        const sent = await asManager(till.terminal, [entry]);
        expect(reasons(sent.body.results)).toEqual([null]);
      }
      await sell(4, 2);
      expect(reasons(await sync([returned(1, at(2, 3))]))).toEqual([null]);
      const entries = [returned(2, at(2, 4)), returned(3, at(2, 4), other)] as const;
      const both = await Promise.all([sync([entries[0]]), sendAt(other, entries[1])]);
      expect(both.flatMap(reasons).toSorted()).toEqual(['OFFLINE_RETURN_LIMIT', null]);
      const [paid] = await query(
        shop,
        `select count(*)::int as count from refunds r join transactions t on t.id = r.transaction_id
         where t.till_number like $1 and r.refund_to = 'cash'`,
        [`${till.terminal}-%`],
      );
      expect(paid).toEqual({ count: 2 });
    });
  });

  it('is held if it has an earlier time than its sale', async () => {
    await limit('20.00');
    await sync([open(5), till.sale(hoursAgo(2))]);
    const other = new Till(`${till.terminal}X`);
    const before = await booked(shop);
    const entry = other.write('return', back(`${till.terminal}-000001`), hoursAgo(3));
    const elsewhere = () => shop.tillToken('EMP001', other.terminal);
    expect((await syncOf(shop, elsewhere)(other.terminal, [entry])).body.results).toMatchObject([
      { status: 'held', reason: 'RETURN_BEFORE_SALE' },
    ]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is held if no drawer has got the cash of the sale', async () => {
    await limit('20.00');
    await sync([open(3)]);
    // A till that nobody has, with a sale that nobody made.
    const invented = new Till(`${till.terminal}X`);
    const elsewhere = () => shop.tillToken('EMP001', invented.terminal);
    await syncOf(shop, elsewhere)(invented.terminal, [invented.sale(hoursAgo(2))]);
    const before = await booked(shop);
    const entry = till.write('return', back(`${invented.terminal}-000001`), hoursAgo(1));
    expect(await sync([entry])).toMatchObject([{ status: 'held', reason: 'APPROVAL_REQUIRED' }]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is booked in a store whose tills work without shifts', async () => {
    await limit('20.00', 'AIRPORT');
    const airport = new Till('T-A1');
    const send = syncOf(shop, async () => {
      const body = { employee_id: 'EMP005', pin_code: '5678', store_id: 'AIRPORT' };
      const at = { body: { ...body, terminal_id: airport.terminal } };
      return (await shop.call('POST', '/pos/auth/terminal-login/', at)).body.token;
    });
    const here = { store_id: AIRPORT_ID, employee_id: 'EMP005' };
    const sold = airport.sale(hoursAgo(2), basket([MUG], '2.00', here));
    const paid = back('T-A1-000001', { refund_amount: '12.50' });
    const { results } = (await send('T-A1', [sold, airport.write('return', paid, hoursAgo(1))]))
      .body;
    expect(results).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  it('asks for an approval with a connection', async () => {
    await limit('20.00');
    await sync([open(3), till.sale(hoursAgo(2))]);
    const before = await booked(shop);
    const entry = till.write('return', back(`${till.terminal}-000001`), now);
    const refused = await shop.call('POST', '/pos/sync/', {
      token: await token(),
      body: { terminal_id: till.terminal, entries: [entry], may_refuse: true },
    });
    expect(refused.body.code).toBe('APPROVAL_REQUIRED');
    expect(await booked(shop)).toEqual(before);
    await limit(null);
  });
});

describe('what the routes of the service have booked at a till', () => {
  const manager = () => shop.tillToken('EMP003', till.terminal);
  const send = async (entries: readonly TillEntry[]) =>
    (await syncOf(shop, manager)(till.terminal, entries)).body.results as Record<string, unknown>[];
  const toEnter = async (token: string): Promise<Item[]> =>
    (await counter.get('/pos/sync/', token)).body.to_enter;
  const signer = async (name: string) =>
    shop.call('PUT', '/stores/DOWNTOWN/fiscal/', {
      token: await shop.officeToken('admin'),
      body: { signer: name },
    });
  const roundCash = async (cash_rounding: string) => {
    const token = await shop.officeToken('admin');
    const saved = await shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { cash_rounding } });
    expect(saved.status).toBe(200);
  };
  const cash = (tendered_amount: string) => ({ payment_method_id: 'cash', tendered_amount });

  it('is entered once, with a signature: a void, a deposit and the end of a shift', async () => {
    expect((await signer('software')).status).toBe(200);
    const token = await manager();
    await send([open(3)]);
    const sold = await counter.ring(mug({ employee_id: 'EMP003' }), token);
    await counter.pay(sold, cash('20.00'), token);
    expect((await counter.voidSale(sold, {}, token)).status).toBe(200);
    const layaway = await counter.post(
      '/layaways/',
      {
        line_items: [{ sku: 'MUG-WHITE', quantity: 1 }],
        customer_id: customer.id,
        deposit: cash('5.00'),
      },
      token,
    );
    expect(layaway.status).toBe(201);
    const [shift] = await shifts();
    const one = `/cash-management/shifts/${shift.id}/`;
    const pieces = { denominations: denominations({ '100.00': 1, '5.00': 1 }) };
    expect((await counter.post(`${one}count/`, pieces, token)).status).toBe(200);
    expect((await counter.post(`${one}close/`, {}, token)).status).toBe(200);

    const listed = await toEnter(token);
    const ofSale = listed.find(({ kind }) => kind === 'sale');
    const items = listed.filter(one => one !== ofSale);
    const number = till.nextNumber();
    const sale = till.write('sale', { ...ofSale?.data, number }, now);
    expect(ofSale).toMatchObject({ kind: 'sale', data: { transaction: sold } });
    expect(await send([sale])).toMatchObject([{ status: 'accepted' }]);
    expect(items.map(({ kind, data }) => [kind, data.transaction, data.total_amount])).toEqual(
      expect.arrayContaining([
        ['return', sold, '13.53'],
        ['payment', layaway.body.transaction_id, '5.00'],
        ['shift_close', undefined, '105.00'],
      ]),
    );
    expect(items).toHaveLength(3);
    expect(await toEnter(await shop.tillToken('EMP001', 'T-001'))).toEqual([]);

    const before = await booked(shop);
    const entries = items.map(({ kind, data }) => till.write(kind, data, now));
    expect(await send(entries)).toMatchObject(Array(3).fill({ status: 'accepted' }));
    expect(await send(entries)).toMatchObject(Array(3).fill({ status: 'duplicate' }));
    expect(await toEnter(token)).toEqual([]);
    const signed = await query<{ kind: string; process_data: string; signature: string }>(
      shop,
      `select kind, process_data, signature from fiscal_signatures where terminal_id = $1
         and kind in ('return', 'payment')`,
      [till.terminal],
    );
    expect(new Map(signed.map(row => [row.kind, row.process_data]))).toEqual(
      new Map([
        // DOWNTOWN's rate has no place of its own.
        ['return', 'Beleg^0.00_0.00_0.00_0.00_-13.53^-13.53:Bar'],
        ['payment', 'Beleg^0.00_0.00_0.00_0.00_5.00^5.00:Bar'],
      ]),
    );
    const refund = items.find(({ kind }) => kind === 'return')?.data.refund;
    const slip = await counter.get(`/transactions/${sold}/receipt/?format=text&refund=${refund}`);
    const signature = signed.find(({ kind }) => kind === 'return')?.signature ?? '';
    expect(slip.text.replaceAll(/\s/g, '')).toContain(signature);

    // A second entry for the same is held, as is a wrong amount and a record of another till.
    const again = items.map(({ kind, data }) => till.write(kind, data, now));
    expect(await send(again)).toMatchObject(
      Array(3).fill({ status: 'held', reason: 'ALREADY_ENTERED' }),
    );
    const other = new Till('T-S0');
    const foreign = items.map(({ kind, data }) => other.write(kind, data, now));
    const { body } = await syncOf(shop, () => shop.tillToken('EMP001', 'T-S0'))('T-S0', foreign);
    expect(body.results).toMatchObject(Array(3).fill({ status: 'held', reason: 'NOT_FOUND' }));
    expect(await booked(shop)).toEqual(before);
    expect((await signer('off')).status).toBe(200);
  });

  it('is held with another amount, and completes a layaway less its deposit', async () => {
    expect((await signer('software')).status).toBe(200);
    await roundCash('0.05');
    const token = await manager();
    await send([open(3)]);
    const layaway = await counter.post(
      '/layaways/',
      {
        line_items: [{ sku: 'MUG-WHITE', quantity: 1 }],
        customer_id: customer.id,
        deposit: cash('5.00'),
      },
      token,
    );
    const [item] = await toEnter(token);
    if (item === undefined) throw new Error('nothing to enter');
    const wrong = till.write(item.kind, { ...item.data, total_amount: '4.00' }, now);
    const odd = till.write(item.kind, { ...item.data, transaction: 'TXN-1' }, now);
    expect(await send([wrong, odd])).toMatchObject([
      { status: 'held', reason: 'SUM_MISMATCH' },
      { status: 'held', reason: 'NOT_FOUND' },
    ]);
    expect(await send([till.write(item.kind, item.data, now)])).toMatchObject([
      { status: 'accepted' },
    ]);
    await counter.post(`/layaways/${layaway.body.id}/pay/`, cash('20.00'), token);
    const data = {
      number: till.nextNumber(),
      transaction: layaway.body.transaction_id,
      total_amount: '13.53',
    };
    expect(await send([till.write('sale', data, now)])).toMatchObject([{ status: 'accepted' }]);
    const [sale] = await query<{ process_data: string }>(
      shop,
      `select process_data from fiscal_signatures where terminal_id = $1 and kind = 'sale'`,
      [till.terminal],
    );
    // 8.53 are 8.55 in cash.
    expect(sale?.process_data).toBe('Beleg^0.00_0.00_0.00_0.00_8.55^8.55:Bar');
    expect((await signer('off')).status).toBe(200);
    await roundCash('none');
  });

  const signatures = (terminals: readonly string[]) =>
    query<{ kind: string; process_data: string }>(
      shop,
      `select kind, process_data from fiscal_signatures
       where terminal_id = any($1) and kind in ('sale', 'return', 'payment')
       order by process_data`,
      [terminals],
    );

  it('is entered at once for a part payment whose sale was cancelled, and for a late refund', async () => {
    expect((await signer('software')).status).toBe(200);
    const token = await manager();
    await send([open(3)]);
    const sold = await counter.ring(mug({ employee_id: 'EMP003' }), token);
    await counter.pay(sold, cash('5.00'), token);
    // The rest mostly follows within minutes.
    expect(await toEnter(token)).toEqual([]);
    const cancel = { reason: 'Changed their mind' };
    const ended = await counter.post(`/pos/transactions/${sold}/cancel/`, cancel, token);
    expect(ended.status).toBe(200);
    const items = await toEnter(token);
    expect(items.map(({ kind, data }) => [kind, data.total_amount]).sort()).toEqual([
      ['payment', '5.00'],
      ['return', '5.00'],
    ]);
    // Money that is paid back more than 7 days after the refund was opened.
    await query(
      shop,
      `update refunds set created_at = created_at - interval '8 days' where till_id = $1`,
      [till.terminal],
    );
    expect(await toEnter(token)).toEqual(items);
    const entries = items.map(({ kind, data }) => till.write(kind, data, now));
    expect(await send(entries)).toMatchObject(Array(2).fill({ status: 'accepted' }));
    expect(await toEnter(token)).toEqual([]);
    expect(await signatures([till.terminal])).toEqual([
      { kind: 'return', process_data: 'Beleg^0.00_0.00_0.00_0.00_-5.00^-5.00:Bar' },
      { kind: 'payment', process_data: 'Beleg^0.00_0.00_0.00_0.00_5.00^5.00:Bar' },
    ]);
    const unknown = { ...items[0]?.data, payment: 'no-such', transaction: sold };
    expect(await send([till.write('payment', unknown, now)])).toMatchObject([
      { status: 'held', reason: 'NOT_FOUND' },
    ]);
    expect((await signer('off')).status).toBe(200);
  });

  it('is held for a deposit if another till has completed and entered the layaway', async () => {
    expect((await signer('software')).status).toBe(200);
    await send([open(3)]);
    const layaway = await counter.post(
      '/layaways/',
      {
        line_items: [{ sku: 'MUG-WHITE', quantity: 1 }],
        customer_id: customer.id,
        deposit: cash('5.00'),
      },
      await manager(),
    );
    const [deposit] = await toEnter(await manager());
    if (deposit === undefined) throw new Error('nothing to enter');
    const other = new Till(`${till.terminal}-B`);
    const token = () => shop.tillToken('EMP001', other.terminal);
    await counter.post(`/layaways/${layaway.body.id}/pay/`, cash('8.53'), await token());
    const sale = other.write(
      'sale',
      {
        number: other.nextNumber(),
        transaction: layaway.body.transaction_id,
        total_amount: '13.53',
      },
      now,
    );
    const entered = await syncOf(shop, token)(other.terminal, [sale]);
    expect(entered.body.results).toMatchObject([{ status: 'accepted' }]);
    expect(await send([till.write(deposit.kind, deposit.data, now)])).toMatchObject([
      { status: 'held', reason: 'INVALID_STATE', task_id: expect.any(String) },
    ]);
    expect(await toEnter(await manager())).toEqual([]);
    expect(await signatures([till.terminal, other.terminal])).toEqual([
      { kind: 'sale', process_data: 'Beleg^0.00_0.00_0.00_0.00_13.53^13.53:Bar' },
    ]);
    expect((await signer('off')).status).toBe(200);
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
