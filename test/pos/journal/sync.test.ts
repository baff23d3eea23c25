import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { byGiftCard, CODE, cardOf, cash, giftCard } from '../../stored-value/support.js';
import { openShop, type Shop } from '../../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  settleJobs,
} from '../../transactions/support.js';
import { booked, CASH, query, syncOf, Till, type TillEntry, ZEROS } from './support.js';

let shop: Shop;
let counter: Counter;
const now = new Date();
let till: Till;
let tills = 0;
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const token = () => shop.tillToken('EMP001', till.terminal);
const sync = (entries: readonly TillEntry[], headers = {}) =>
  syncOf(shop, token)(till.terminal, entries, headers);
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const task = async (id: string) =>
  (await counter.get(`/tasks/${id}/`)).body as { status: string; title: string; store: string };
const journal = async (query: string) =>
  (await counter.get(`/pos/journal/?terminal_id=${till.terminal}${query}`)).body;

/** Each test has a till of its own, with a journal that begins at 1. */
beforeEach(() => {
  tills += 1;
  till = new Till(`T-J${tills}`);
});

describe('a sale of the journal', () => {
  it('is booked at its own time with the number of the till, and found by it', async () => {
    const at = minutesAgo(90);
    const entry = till.sale(at);
    const { status, body } = await sync([entry]);
    expect(status).toBe(200);
    const number = body.results[0].transaction_id;
    expect(body).toEqual({
      results: [
        {
          counter: 1,
          status: 'accepted',
          reason: null,
          message: null,
          task_id: null,
          transaction_id: number,
          flags: [],
        },
      ],
    });
    const tillNumber = `${till.terminal}-000001`;
    const { body: sale } = await counter.get(`/transactions/${tillNumber}/`);
    expect(sale).toMatchObject({
      transactionId: number,
      till_number: tillNumber,
      status: 'completed',
      totalAmount: '13.53',
      changeDue: '6.47',
      terminal_id: till.terminal,
      created_at: at.toISOString(),
      completedAt: at.toISOString(),
    });
    const found = (await counter.get(`/transactions/?search=${tillNumber}`)).body;
    expect(found.map((one: { transactionId: string }) => one.transactionId)).toEqual([number]);
    expect(number).toContain(at.toISOString().slice(0, 10).replaceAll('-', ''));
  });

  it('takes every payment of a split tender, or none', async () => {
    const five = cash('5.00');
    const slip = { payment_method_id: 'card', tendered_amount: '8.53', reference: '0042' };
    const [result] = (await sync([till.sale(now, { payments: [five, slip] })])).body.results;
    expect(result.status).toBe('accepted');
    const paid = await counter.payments(result.transaction_id);
    expect(paid.map(({ amount, reference }) => [amount, reference])).toEqual([
      ['5.00', null],
      ['8.53', '0042'],
    ]);
    const before = await booked(shop);
    const wrong = [five, { ...slip, payment_method_id: 'no-such-method' }];
    const [held] = (await sync([till.sale(now, { payments: wrong })])).body.results;
    expect(held).toMatchObject({ status: 'held', reason: 'UNKNOWN_PAYMENT_METHOD' });
    expect(await booked(shop)).toEqual(before);
  });

  it('is booked once when the batch is sent again, and by ten senders at once', async () => {
    const batch = [till.sale(minutesAgo(3)), till.sale(minutesAgo(2)), till.sale(minutesAgo(1))];
    const before = await booked(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sync(batch)));
    const results = answers.flatMap(({ status, body }) => {
      expect(status).toBe(200);
      return body.results as { counter: number; status: string; transaction_id: string }[];
    });
    for (const { counter: n } of batch) {
      const same = results.filter(result => result.counter === n);
      expect(same.map(result => result.status).sort()).toEqual([
        'accepted',
        ...Array(9).fill('duplicate'),
      ]);
      expect(new Set(same.map(result => result.transaction_id)).size).toBe(1);
    }
    const after = await booked(shop);
    expect(after).toMatchObject({
      sales: Number(before?.sales) + 3,
      payments: Number(before?.payments) + 3,
    });
    expect((await sync(batch)).body.results.map((r: { status: string }) => r.status)).toEqual(
      Array(3).fill('duplicate'),
    );
    expect(await booked(shop)).toEqual(after);
  });

  it('moves the stock once, after its events', async () => {
    await settleJobs(shop);
    const before = await counter.onHand('MUG-WHITE');
    const batch = [till.sale(minutesAgo(2))];
    await sync(batch);
    await sync(batch);
    await settleJobs(shop);
    expect(await counter.onHand('MUG-WHITE')).toBe(Number(before) - 1);
  });

  it.each([
    ['one payment', [cash('25.00')]],
    ['two payments', [cash('10.00'), cash('15.00')]],
  ])('keeps the code of a gift card paid by %s until the till asks for it', async (_, payments) => {
    const body = basket([giftCard('25.00')], '0.00');
    const entry = till.sale(now, { ...body, payments });
    const [result] = (await sync([entry])).body.results;
    expect(result.status).toBe('accepted');
    const url = `/pos/transactions/${result.transaction_id}/gift-cards/`;
    const shown = await shop.call('POST', url, { token: await token() });
    expect(shown.body.gift_cards).toMatchObject([{ amount: '25.00', balance: '25.00' }]);
    const [{ code }] = shown.body.gift_cards;
    expect(code).toMatch(CODE);
    expect((await cardOf(shop, code)).balance).toBe('25.00');
    const again = await shop.call('POST', url, { token: await token() });
    expect(again.body.gift_cards).toEqual([]);
  });

  it('is held with a task if its goods are unknown, and books nothing', async () => {
    const before = await booked(shop);
    const lines = [{ sku: 'NO-SUCH', quantity: 1, unit_price: '12.50', subtotal: '12.50' }];
    const entry = till.sale(now, { line_items: lines });
    const [result] = (await sync([entry])).body.results;
    expect(result).toMatchObject({ counter: 1, status: 'held', transaction_id: null });
    expect(result.reason).toMatch(/^[A-Z_]+$/);
    expect(await task(result.task_id)).toMatchObject({
      status: 'pending',
      title: `Till ${till.terminal}: entry 1 (sale) is held`,
    });
    expect(await booked(shop)).toEqual(before);
    expect((await sync([entry])).body.results).toEqual([result]);
    expect(await journal('&status=held')).toHaveLength(1);
  });

  it('is held if its number is not of this till, or was used before', async () => {
    await sync([till.sale(now)]);
    const before = await booked(shop);
    const other = till.sale(now, { number: 'T-001-000001' });
    const longer = till.sale(now, { number: `${till.terminal}-2-000001` });
    const again = till.sale(now, { number: `${till.terminal}-000001` });
    expect((await sync([other, longer, again])).body.results).toMatchObject([
      { status: 'held', reason: 'WRONG_TILL_NUMBER' },
      { status: 'held', reason: 'WRONG_TILL_NUMBER' },
      { status: 'held', reason: 'TILL_NUMBER_USED' },
    ]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is held for another store, an unknown employee and sums that contradict', async () => {
    const before = await booked(shop);
    const results = (
      await sync([
        till.sale(now, { store_id: 'AIRPORT' }),
        till.sale(now, { employee_id: 'EMP005' }),
        till.sale(now, { total_amount: '1.00' }),
        till.sale(now, { line_items: 'none' }),
        till.write('refund_everything', {}, now),
      ])
    ).body.results;
    expect(results.map((r: { status: string; reason: string }) => [r.status, r.reason])).toEqual([
      ['held', 'STORE_MISMATCH'],
      ['held', 'UNKNOWN_EMPLOYEE'],
      ['held', 'SUM_MISMATCH'],
      ['held', 'INVALID'],
      ['held', 'UNKNOWN_ENTRY_KIND'],
    ]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is held if the employee it names was not at the till at that time', async () => {
    const naming = (employee: string) => till.sale(now, { employee_id: employee });
    const reasonOf = async (entry: TillEntry) => (await sync([entry])).body.results[0].reason;
    const before = await booked(shop);
    expect(await reasonOf(naming('EMP003'))).toBe('EMPLOYEE_NOT_AT_TILL');
    const login = await query<{ id: string }>(
      shop,
      `insert into sessions (id, kind, user_id, store_id, terminal_id, created_at, expires_at, ended_at)
       select gen_random_uuid(), 'pos', id, $1, $2, $3, $4, $4 from users
       where employee_number = 'EMP003' returning id`,
      [DOWNTOWN_ID, till.terminal, minutesAgo(25 * 60), minutesAgo(13 * 60)],
    );
    expect(await reasonOf(naming('EMP003'))).toBe('EMPLOYEE_NOT_AT_TILL');
    const end = 'update sessions set ended_at = $2, expires_at = $2 where id = $1';
    await query(shop, end, [login[0]?.id, minutesAgo(11 * 60)]);
    const activate = `update users set is_active = $1 where employee_number = 'EMP003'`;
    await query(shop, activate, [false]);
    expect(await reasonOf(naming('EMP003'))).toBe('EMPLOYEE_NOT_AT_TILL');
    await query(shop, activate, [true]);
    expect(await booked(shop)).toEqual(before);
    expect(await reasonOf(naming('EMP003'))).toBeNull();
  });

  it('counts wrong codes of gift cards for the sender, whomever the entries name', async () => {
    await shop.tillToken('EMP003', till.terminal);
    const sender = () => shop.tillToken('EMP004', till.terminal);
    const payments = [{ ...byGiftCard('2222333344445555', '13.53') }];
    const guess = async (employee: string) => {
      const entry = till.sale(now, { employee_id: employee, payments });
      return (await syncOf(shop, sender)(till.terminal, [entry])).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push(await guess(n % 2 ? 'EMP003' : 'EMP004'));
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it('belongs to the employee it names, who gains no rights by it', async () => {
    await shop.tillToken('EMP003', till.terminal);
    const entry = till.sale(now, { employee_id: 'EMP003' });
    const [result] = (await sync([entry])).body.results;
    expect(result.status).toBe('accepted');
    const [row] = await query<{ employee_number: string }>(
      shop,
      `select u.employee_number from transactions t join users u on u.id = t.employee_id
       where t.transaction_number = $1`,
      [result.transaction_id],
    );
    expect(row?.employee_number).toBe('EMP003');
    const back = {
      employee_id: 'EMP003',
      transaction: `${till.terminal}-000001`,
      return_reason: 'defective',
      line_items: [{ line: 0, quantity: 1 }],
      refund_to: 'cash',
    };
    const [held] = (await sync([till.write('return', back, now)])).body.results;
    expect(held).toMatchObject({ status: 'held' });
    expect(held.reason).toMatch(/APPROVAL/);
  });

  it('is held if the own role of the employee lacks a permission that its sender has', async () => {
    const admin = await shop.officeToken('admin');
    const post = async (path: string, body: object) => {
      const made = await shop.call('POST', path, { token: admin, body });
      if (made.status !== 201) throw new Error(made.text);
      return made.body;
    };
    const { permissions } = (await shop.call('GET', '/roles/cashier/', { token: admin })).body;
    const role = await post('/roles/', {
      name: 'Advice',
      base_role: 'cashier',
      permissions: permissions.filter((one: string) => one !== 'payment.take'),
    });
    await post('/users/', {
      role: 'cashier',
      own_role_id: role.id,
      employee_number: 'ADVICE1',
      pin_code: '9753',
      store_ids: [DOWNTOWN_ID],
    });
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: 'ADVICE1',
        pin_code: '9753',
        store_id: 'DOWNTOWN',
        terminal_id: till.terminal,
      },
    });
    expect(login.status).toBe(200);
    const before = await booked(shop);
    const manager = () => shop.tillToken('EMP003', till.terminal);
    const entry = till.sale(now, { employee_id: 'ADVICE1' });
    const { body } = await syncOf(shop, manager)(till.terminal, [entry]);
    expect(body.results).toMatchObject([{ status: 'held', reason: 'PERMISSION_DENIED' }]);
    expect(await booked(shop)).toEqual(before);
  });

  it('is booked when it arrives if its time cannot be true, and flagged', async () => {
    const results = (
      await sync([till.sale('1999-12-31T23:59:59.000Z'), till.sale(minutesAgo(-60))])
    ).body.results;
    for (const result of results) {
      expect(result).toMatchObject({ status: 'accepted', flags: ['clock'] });
      const { body } = await counter.get(`/transactions/${result.transaction_id}/`);
      expect(body.created_at).toBe(now.toISOString());
    }
    const [entry] = await journal('&limit=1');
    expect(entry).toMatchObject({ occurred_at: minutesAgo(-60).toISOString(), flags: ['clock'] });
  });

  it('is held if its time is before that of an earlier entry, and what follows is booked', async () => {
    await sync([till.sale(minutesAgo(60))]);
    const before = await booked(shop);
    const old = minutesAgo(3 * 24 * 60);
    // The counter between is missing, and a held entry is no proof of the time.
    till.sale(minutesAgo(59));
    const results = (await sync([till.sale(old), till.sale(old)])).body.results;
    expect(results).toMatchObject(Array(2).fill({ status: 'held', reason: 'CLOCK_WENT_BACK' }));
    expect(await booked(shop)).toEqual(before);
    expect((await sync([till.sale(minutesAgo(65))])).body.results).toMatchObject([
      { status: 'accepted', flags: [] },
    ]);
  });

  it('is held if its time is after that of a later entry', async () => {
    const [first, second] = [till.sale(minutesAgo(30)), till.sale(minutesAgo(60))];
    expect((await sync([second])).body.results).toMatchObject([{ status: 'accepted' }]);
    expect((await sync([first])).body.results).toMatchObject([
      { status: 'held', reason: 'CLOCK_WENT_BACK' },
    ]);
  });

  it('keeps no card number and no code of a gift card', async () => {
    const entry = till.sale(now, {
      note: 'Card 4111 1111 1111 1111',
      payments: [{ ...CASH, processor_transaction_id: '4111111111111111' }],
    });
    const coded = till.sale(now, {
      payments: [{ payment_method_id: 'gift_card', gift_card_code: 'GIFT-DEMO-0000-0001' }],
    });
    const results = (await sync([entry, coded])).body.results;
    expect(results[0]).toMatchObject({ status: 'held', reason: 'CARD_NUMBER' });
    const shown = await journal('');
    for (const { hash } of [entry, coded]) expect(JSON.stringify(shown)).not.toContain(hash);
    expect(shown[0].previous_hash).toBe(shown[1].hash);
    expect(shown[1].previous_hash).toBe(ZEROS);
    const kept = JSON.stringify(await query(shop, 'select * from till_journal'));
    expect(kept).not.toContain('4111111111111111');
    expect(kept).not.toContain('4111 1111');
    expect(kept).not.toContain('GIFT-DEMO-0000-0001');
  });
});

describe('a sale that the routes of the service have booked', () => {
  const paid = async (tender: object = CASH) => {
    const sale = await counter.ring(undefined, await token());
    await counter.pay(sale, tender, await token());
    return sale;
  };
  const enter = (transaction: string, total_amount = '13.53') =>
    till.write('sale', { number: till.nextNumber(), transaction, total_amount }, now);
  const numberOf = async (sale: string) =>
    (await counter.get(`/transactions/${sale}/`)).body.till_number;

  it('gets the number of the till and a signature, and is booked once', async () => {
    const signed = async (signer: string) =>
      shop.call('PUT', '/stores/DOWNTOWN/fiscal/', {
        token: await shop.officeToken('admin'),
        body: { signer },
      });
    expect((await signed('software')).status).toBe(200);
    const head = await shop.call('GET', '/pos/sync/', { token: await token() });
    expect(head.body.is_signed).toBe(true);
    const sale = await paid();
    const before = await booked(shop);
    const entry = enter(sale);
    const [first] = (await sync([entry])).body.results;
    expect(first).toMatchObject({ status: 'accepted', transaction_id: sale });
    const [again] = (await sync([entry])).body.results;
    expect((await signed('off')).status).toBe(200);
    expect(again).toMatchObject({ status: 'duplicate', transaction_id: sale });
    expect(await numberOf(sale)).toBe(`${till.terminal}-000001`);
    expect(await booked(shop)).toEqual(before);
    const signatures = await query<{ count: number }>(
      shop,
      `select count(*)::int as count from fiscal_signatures s join transactions t
         on t.id = s.transaction_id where t.transaction_number = $1`,
      [sale],
    );
    expect(signatures).toEqual([{ count: 1 }]);
    const found = await counter.get(`/transactions/${till.terminal}-000001/`);
    expect(found.body.transactionId).toBe(sale);
    const checks = await checkInvariants(shop.platform.db);
    expect(checks.filter(check => check.offending > 0)).toEqual([]);
  });

  it('is held if it is not paid, was paid at another till, has a number or another total', async () => {
    const unpaid = await counter.ring(undefined, await token());
    const elsewhere = await counter.sold(CASH);
    const entered = await paid();
    const entries = [
      enter(unpaid),
      enter(elsewhere),
      enter(entered, '13.54'),
      enter(entered),
      enter(entered),
      enter('TXN-20260101-00000000'),
    ];
    const { results } = (await sync(entries)).body;
    expect(results.map((one: { reason: string | null }) => one.reason)).toEqual([
      'INVALID_STATE',
      'INVALID_STATE',
      'SUM_MISMATCH',
      null,
      'SALE_ENTERED',
      'TRANSACTION_NOT_FOUND',
    ]);
    expect([await numberOf(unpaid), await numberOf(elsewhere)]).toEqual([null, null]);
    expect(await numberOf(entered)).toBe(`${till.terminal}-000004`);
  });

  it('is not found if it is a sale of another store', async () => {
    const airport = await shop.tillToken('EMP005');
    const body = basket([{ sku: 'MUG-WHITE', price: '12.50' }], '2.00', {
      store_id: AIRPORT_ID,
      employee_id: 'EMP005',
      payment: { payment_method_id: 'cash', tendered_amount: '12.50' },
    });
    const reply = await counter.post('/pos/transactions/create/', body, airport);
    expect(reply.status).toBe(201);
    const sale = reply.body.transaction.transaction_id;
    const [held] = (await sync([enter(sale, '12.50')])).body.results;
    expect(held).toMatchObject({ status: 'held', reason: 'TRANSACTION_NOT_FOUND' });
    expect(await numberOf(sale)).toBeNull();
  });
});

describe('an entry of a kind that the role does not allow', () => {
  it('is held, and books nothing', async () => {
    const admin = await shop.officeToken('admin');
    const role = await shop.call('POST', '/roles/', {
      token: admin,
      body: {
        name: 'Sells only',
        base_role: 'cashier',
        permissions: ['sale.create', 'payment.take'],
      },
    });
    const person = { role: 'cashier', own_role_id: role.body.id, store_ids: [DOWNTOWN_ID] };
    const made = await shop.call('POST', '/users/', {
      token: admin,
      body: { ...person, employee_number: 'SELLS1', pin_code: '8642' },
    });
    expect(made.status).toBe(201);
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: 'SELLS1',
        pin_code: '8642',
        store_id: 'DOWNTOWN',
        terminal_id: till.terminal,
      },
    });
    const refused = [
      till.write('shift_open', { opening_float: '100.00' }, now),
      till.write('drawer_open', { reason: 'Change' }, now),
      till.write('cash_in', { amount: '5.00', reason: 'Change' }, now),
      till.write('cash_out', { amount: '5.00', reason: 'Cab' }, now),
      till.write('return', { transaction: 'T-001-000001' }, now),
      till.write('shift_close', { denominations: [] }, now),
    ];
    const before = await booked(shop);
    const send = syncOf(shop, async () => login.body.token);
    const { results } = (await send(till.terminal, refused)).body;
    expect(results).toMatchObject(Array(6).fill({ status: 'held', reason: 'PERMISSION_DENIED' }));
    expect(await booked(shop)).toEqual(before);
    const sale = till.sale(now, { employee_id: 'SELLS1' });
    expect((await send(till.terminal, [sale])).body.results).toMatchObject([
      { status: 'accepted' },
    ]);
  });
});

describe('the request', () => {
  it('takes 200 entries and refuses 201, another till and a bad hash, and stores nothing', async () => {
    const many = Array.from({ length: 201 }, () =>
      till.write('drawer_open', { reason: 'Change' }, now),
    );
    const refusals = [
      [await sync(many), 400],
      [await sync([]), 400],
      [await sync([{ ...(many[0] as TillEntry), hash: 'abc' }]), 400],
      [await syncOf(shop, () => shop.tillToken('EMP005'))(till.terminal, many.slice(0, 1)), 403],
      [await syncOf(shop, () => shop.tillToken('EMP002'))(till.terminal, many.slice(0, 1)), 403],
      [await syncOf(shop, () => shop.officeToken())(till.terminal, many.slice(0, 1)), 403],
    ] as const;
    for (const [reply, status] of refusals) expect(reply.status).toBe(status);
    expect(await journal('')).toEqual([]);
    const { status, body } = await sync(many.slice(0, 200));
    expect(status).toBe(200);
    expect(body.results).toHaveLength(200);
    expect(new Set(body.results.map((r: { status: string }) => r.status))).toEqual(
      new Set(['accepted']),
    );
    const [row] = await query<{ n: number }>(
      shop,
      'select count(*)::int as n from drawer_operations where terminal_id = $1',
      [till.terminal],
    );
    expect(row?.n).toBe(200);
  });

  it('takes a batch of more values than other bodies may have', async () => {
    const extra = Array(100).fill(0);
    const many = Array.from({ length: 150 }, () =>
      till.write('drawer_open', { reason: 'Change', extra }, now),
    );
    const { status, body } = await sync(many);
    expect([status, body.results?.length]).toEqual([200, 150]);
  });

  it('tells a till that lost its memory where its journal stands', async () => {
    const head = async () => (await shop.call('GET', '/pos/sync/', { token: await token() })).body;
    expect(await head()).toEqual({
      terminal_id: till.terminal,
      chain: 1,
      counter: 0,
      hash: '0'.repeat(64),
      last_till_number: null,
      gaps: [],
      server_time: now.toISOString(),
      denominations: [
        ...['100.00', '50.00', '20.00', '10.00', '5.00', '2.00', '1.00'],
        ...['0.50', '0.25', '0.10', '0.05', '0.01'],
      ],
      is_signed: false,
      to_enter: [],
    });
    const last = till.sale(now);
    await sync([last]);
    expect(await head()).toMatchObject({
      counter: 1,
      hash: last.hash,
      last_till_number: `${till.terminal}-000001`,
    });
    // A held sale has used its number, and the highest number need not be the last.
    await sync([
      till.sale(now, { number: `${till.terminal}-009000`, total_amount: '1.00' }),
      till.sale(now, { number: `${till.terminal}-000009` }),
      till.sale(now, { number: 'T-001-9000000' }),
    ]);
    expect(await head()).toMatchObject({ last_till_number: `${till.terminal}-009000` });
  });

  it.each(['57014', '40001', '40P01', '55P03'])(
    'holds nothing while the database is busy (%s), and is booked when it is sent again',
    async state => {
      const batch = [till.write('drawer_open', { reason: 'Change' }, now)];
      await query(
        shop,
        `create function be_busy() returns trigger language plpgsql as
         $$ begin raise exception 'busy' using errcode = '${state}'; end $$`,
      );
      await query(
        shop,
        `create trigger busy before insert on drawer_operations
         for each row execute function be_busy()`,
      );
      const refused = await sync(batch);
      await query(shop, 'drop function be_busy() cascade');
      expect([refused.status, refused.body.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
      expect(await journal('')).toEqual([]);
      expect((await sync(batch)).body.results).toMatchObject([{ status: 'accepted' }]);
    },
  );

  it('is answered as before for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `sync-${till.terminal}` };
    const batch = [till.sale(now)];
    const first = await sync(batch, headers);
    const second = await sync(batch, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the chain', () => {
  const statuses = (body: { results: { status: string }[] }) => body.results.map(r => r.status);

  it('raises a gap alarm for a missing entry, and clears it when the entry arrives', async () => {
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => till.sale(now)) as [
      TillEntry,
      TillEntry,
      TillEntry,
      TillEntry,
    ];
    expect(statuses((await sync([fourth, first])).body)).toEqual(['accepted', 'accepted']);
    const gaps = async () =>
      (await counter.get(`/pos/journal/gaps/?terminal_id=${till.terminal}`)).body;
    const taskId = `journal-gap-${till.terminal}-2`;
    expect(await gaps()).toMatchObject([
      { store: DOWNTOWN_ID, first_counter: 2, last_counter: 3, missing: 2, task_id: taskId },
    ]);
    expect(await task(taskId)).toMatchObject({
      status: 'pending',
      title: `Till ${till.terminal}: entries 2 to 3 are missing`,
    });
    const metrics = (
      await shop.call('GET', '/metrics/', { token: await shop.officeToken('admin') })
    ).text;
    expect(metrics).toMatch(/tillhouse_journal_missing\{store="DOWNTOWN"\} \d/);
    await sync([third]);
    expect(await gaps()).toMatchObject([{ missing: 1 }]);
    await sync([second]);
    expect(await gaps()).toEqual([]);
    expect(await task(taskId)).toMatchObject({ status: 'completed' });
  });

  it('raises a gap alarm for a till with the longest id', async () => {
    till = new Till(`T-J${'0'.repeat(97)}`);
    const opening = () => till.write('drawer_open', { reason: 'Change' }, now);
    const [first, second, third] = [opening(), opening(), opening()];
    const reply = await sync([first, third]);
    expect([reply.status, statuses(reply.body)]).toEqual([200, ['accepted', 'accepted']]);
    const { body } = await counter.get(`/pos/journal/gaps/?terminal_id=${till.terminal}`);
    expect(await task(body[0].task_id)).toMatchObject({ status: 'pending' });
    await sync([second]);
    expect(await task(body[0].task_id)).toMatchObject({ status: 'completed' });
  });

  it('holds an entry that was edited, and books what follows', async () => {
    const [first, second, third] = [till.sale(now), till.sale(now), till.sale(now)];
    const edited = { ...second, data: { ...second.data, note: 'changed' } };
    const before = await booked(shop);
    expect((await sync([first, edited, third])).body.results).toMatchObject([
      { status: 'accepted' },
      { status: 'held', reason: 'ENTRY_EDITED' },
      { status: 'accepted' },
    ]);
    expect((await booked(shop))?.sales).toBe(Number(before?.sales) + 2);
    // The entry as the till wrote it still finds its place.
    expect((await sync([second])).body.results).toMatchObject([{ status: 'accepted' }]);
  });

  it('holds both entries of a fork and everything on the second branch', async () => {
    await sync([till.sale(now)]);
    const copy = till.copy();
    await sync([till.sale(now)]);
    const before = await booked(shop);
    const branch = [copy.sale(now, { note: 'other' }), copy.sale(now), copy.sale(now)];
    expect((await sync(branch)).body.results).toMatchObject([
      { counter: 2, status: 'held', reason: 'CHAIN_FORKED' },
      { counter: 3, status: 'held', reason: 'CHAIN_BROKEN' },
      { counter: 4, status: 'held', reason: 'CHAIN_BROKEN' },
    ]);
    expect(await booked(shop)).toEqual(before);
    expect(await journal('&status=held')).toHaveLength(3);
  });
});

describe('goods that were counted while a till was offline', () => {
  it('are to be counted again when the till sends a sale from before the count', async () => {
    const manager = await shop.officeToken('admin');
    const post = async (path: string, body?: object) => {
      const reply = await shop.call('POST', path, { token: manager, ...(body && { body }) });
      if (reply.status >= 300) throw new Error(reply.text);
      return reply.body;
    };
    const zones = (await shop.call('GET', '/zones/', { token: manager })).body;
    const zone = zones.find((one: { code: string }) => one.code === 'FRONT').id;
    const { id, number } = await post('/stock-counts/', { store: 'DOWNTOWN', zone });
    const quantity = Number(await counter.onHand('MUG-WHITE')) - 1;
    const line = await post(`/stock-counts/${id}/entries/`, { sku: 'MUG-WHITE', quantity });
    await post(`/stock-counts/${id}/submit/`);
    await post(`/stock-counts/${id}/approve/`, { reason: 'Missing' });
    const countedAt = (at: Date) =>
      query(shop, 'update stock_count_entries set counted_at = $1 where line_id = $2', [
        at,
        line.id,
      ]);

    await countedAt(minutesAgo(70));
    expect((await sync([till.sale(minutesAgo(60))])).body.results).toMatchObject([{ flags: [] }]);
    expect((await counter.get(`/tasks/recount-${line.id}/`)).status).toBe(404);
    await countedAt(minutesAgo(30));
    const sales = [till.sale(minutesAgo(55)), till.sale(minutesAgo(50))];
    expect((await sync(sales)).body.results).toMatchObject(sales.map(() => ({ flags: [] })));
    const { body } = await counter.get(`/tasks/recount-${line.id}/`);
    expect(body).toMatchObject({ status: 'pending', title: 'Count MUG-WHITE again' });
    expect(body.description).toContain(number);
  });
});

it('leaves books that balance', async () => {
  const checks = await checkInvariants(shop.platform.db);
  expect(checks.filter(({ offending }) => offending > 0)).toEqual([]);
});
