import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { UUID } from '../transactions/support.js';
import { openTills, SHIFTS, type Tills } from './support.js';

/** Still 2 March in New York. */
let at = Date.parse('2026-03-03T01:00:00.000Z');
let tills: Tills;
beforeAll(async () => {
  tills = await openTills({ clock: { now: () => new Date(at) }, background: false });
});
beforeEach(async () => {
  at += 1_000;
  await tills.closeOpenShift();
});
afterAll(() => tills.shop.close());

const USD = [
  '100.00',
  '50.00',
  '20.00',
  '10.00',
  '5.00',
  '2.00',
  '1.00',
  '0.50',
  '0.25',
  '0.10',
  '0.05',
  '0.01',
];

describe('opening a shift', () => {
  it("starts the day of the cashier's till", async () => {
    const { shop } = tills;
    const reply = await tills.post('', { opening_float: 100 }, await tills.cashier());
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(UUID),
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      store_name: 'Tillhouse Downtown',
      terminal_id: 'T-001',
      business_date: '2026-03-02',
      status: 'open',
      currency: 'USD',
      denominations: USD,
      opening_float: '100.00',
      opened_by: '00000000-0000-4000-a002-000000000001',
      opened_by_name: 'Casey Nguyen',
      opened_at: new Date(at).toISOString(),
      counts: 0,
      expected_amount: null,
      counted_amount: null,
      variance: null,
      variance_reason: '',
      closed_by: null,
      closed_by_name: null,
      closed_at: null,
      z_number: null,
    });
    await shop.settleEvents();
    const events = await statement(
      shop.platform.db,
      'select event, stream_id, terminal_id, data from events where subject_id = $1',
      [reply.body.id],
    );
    expect(events).toEqual([
      {
        event: 'shift.opened',
        stream_id: DOWNTOWN_ID,
        terminal_id: 'T-001',
        data: {
          shift_id: reply.body.id,
          terminal_id: 'T-001',
          status: 'open',
          opening_float: '100.00',
          opened_by: '00000000-0000-4000-a002-000000000001',
          opened_at: new Date(at).toISOString(),
        },
      },
    ]);
    expect((await tills.read('current/')).body).toEqual(reply.body);
    expect((await tills.read(`${reply.body.id}/`)).body).toEqual(reply.body);
  });

  it("works under the action's path too, and happens once per key", async () => {
    const token = await tills.cashier();
    const send = () =>
      tills.post('open/', { opening_float: '50.00' }, token, { 'idempotency-key': `open-${at}` });
    const first = await send();
    expect(first.status).toBe(201);
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses a second shift at the same till and changes nothing', async () => {
    await tills.open();
    const before = await tills.recordCounts();
    const reply = await tills.post('', { opening_float: '1.00' }, await tills.cashier());
    expect([reply.status, reply.body.code]).toEqual([409, 'SHIFT_ALREADY_OPEN']);
    expect(await tills.recordCounts()).toEqual(before);
  });

  it.each([
    ['no float', {}, 'opening_float'],
    ['a negative float', { opening_float: '-1.00' }, 'opening_float'],
    ['a float of three decimals', { opening_float: '1.001' }, 'opening_float'],
    ['a float as text', { opening_float: 'plenty' }, 'opening_float'],
    ['an empty till', { opening_float: '1', terminal_id: '' }, 'terminal_id'],
  ])('refuses %s', async (_, body, field) => {
    const before = await tills.recordCounts();
    const reply = await tills.post('', body, await tills.cashier());
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    expect(await tills.recordCounts()).toEqual(before);
  });

  it('at another till, or from the back office, needs the permission to review shifts', async () => {
    const other = { opening_float: '10.00', terminal_id: 'T-002' };
    const before = await tills.recordCounts();
    const cashier = await tills.post('', other, await tills.cashier());
    expect([cashier.status, cashier.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const office = await tills.shop.officeToken();
    expect((await tills.post('', { opening_float: '10.00' }, office)).status).toBe(400);
    const unknown = { opening_float: '10.00', terminal_id: 'T-999' };
    expect((await tills.post('', unknown, office)).status).toBe(400);
    const away = { opening_float: '10.00', terminal_id: 'T-101' };
    expect((await tills.post('', away, await tills.supervisor())).status).toBe(400);
    expect(await tills.recordCounts()).toEqual(before);
    expect((await tills.post('', other, office)).body).toMatchObject({
      terminal_id: 'T-002',
      opened_by_name: 'Morgan Reyes',
    });
    await tills.closeOpenShift('T-002');
  });
});

describe('counting the drawer', () => {
  it('adds up notes and coins in cents; the last count is valid', async () => {
    const id = await tills.open('57.36');
    const first = await tills.count(id, { '20.00': 2, '0.01': 3 });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ counts: 1, counted_amount: '40.03', variance: '-17.33' });
    const second = await tills.count(id, {
      '20': 2,
      '10.0': 1,
      '5.00': 1,
      '2.00': 1,
      '0.25': 1,
      '0.10': 1,
      '0.01': 1,
    });
    expect(second.body).toMatchObject({
      counts: 2,
      counted_amount: '57.36',
      expected_amount: '57.36',
      variance: '0.00',
    });
  });

  it('is blind: the expected amount is hidden before the count', async () => {
    const id = await tills.open('80.00');
    const hidden = { expected_amount: null, variance: null, counted_amount: null };
    expect((await tills.read(`${id}/`)).body).toMatchObject(hidden);
    expect((await tills.read('')).body[0]).toMatchObject({ id, ...hidden });
    const paid = await tills.act(id, 'paid-in', { amount: '5.00', reason: 'Change' });
    expect(paid.body).toMatchObject(hidden);
    const report = await tills.read(`${id}/x-report/`);
    expect(report.body).toMatchObject({
      is_blind: true,
      cash: null,
      payments: [],
      refunds: [],
      refunds_total: null,
      taxes: null,
      discounts: null,
      voids: null,
      sales: { count: 0, amount: null },
    });
    const seen = await tills.read(`${id}/x-report/`, await tills.supervisor());
    expect(seen.body).toMatchObject({ is_blind: false, cash: { expected: '85.00' } });
    const counted = await tills.count(id, { '50.00': 1 });
    expect(counted.body).toMatchObject({ expected_amount: '85.00', variance: '-35.00' });
    expect((await tills.read(`${id}/x-report/`)).body.cash).toEqual({
      opening_float: '80.00',
      sales: '0.00',
      refunds: '0.00',
      paid_in: '5.00',
      paid_out: '0.00',
      expected: '85.00',
      counted: '50.00',
      variance: '-35.00',
    });
  });

  it.each([
    ['a coin of another currency', [{ value: '0.20', quantity: 1 }], 'WRONG_DENOMINATION'],
    ['a denomination of zero', [{ value: '0.00', quantity: 1 }], 'WRONG_DENOMINATION'],
    [
      'a duplicate denomination',
      [
        { value: '5.00', quantity: 1 },
        { value: 5, quantity: 2 },
      ],
      'WRONG_DENOMINATION',
    ],
    ['half a note', [{ value: '5.00', quantity: 0.5 }], 'INVALID'],
    ['a negative quantity', [{ value: '5.00', quantity: -1 }], 'INVALID'],
    ['no lines', [], 'INVALID'],
  ])('refuses %s', async (_, lines, code) => {
    const id = await tills.open();
    const before = await tills.recordCounts();
    const reply = await tills.act(id, 'count', { denominations: lines });
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await tills.recordCounts()).toEqual(before);
  });

  it("accepts the coins of the store's currency", async () => {
    const token = await tills.shop.tillToken('EMP005');
    const id = await tills.open('0.00', token);
    const reply = await tills.count(id, { '0.20': 3, '200.00': 1 }, token);
    expect(reply.body).toMatchObject({ currency: 'EUR', counted_amount: '200.60' });
    expect((await tills.count(id, { '0.25': 1 }, token)).status).toBe(400);
    await tills.closeOpenShift('T-101', token);
  });
});

describe('cash in and out', () => {
  it('needs an amount and a reason', async () => {
    const id = await tills.open();
    const before = await tills.recordCounts();
    for (const action of ['paid-in', 'paid-out']) {
      for (const body of [
        { amount: '5.00' },
        { amount: '5.00', reason: ' ' },
        { amount: '0.00', reason: 'Nothing' },
        { amount: '-1.00', reason: 'Less' },
        { reason: 'How much' },
      ]) {
        expect((await tills.act(id, action, body)).status).toBe(400);
      }
    }
    expect(await tills.recordCounts()).toEqual(before);
  });

  it('happens once per key', async () => {
    const id = await tills.open('10.00');
    const token = await tills.cashier();
    for (let n = 0; n < 2; n += 1) {
      const body = { amount: '4.00', reason: 'Cab' };
      await tills.post(`${id}/paid-out/`, body, token, { 'idempotency-key': `cab-${at}` });
    }
    expect((await tills.count(id, { '1.00': 6 })).body.variance).toBe('0.00');
  });
});

describe('closing a shift', () => {
  it('needs a count', async () => {
    const id = await tills.open();
    const before = await tills.recordCounts();
    const reply = await tills.close(id);
    expect([reply.status, reply.body.code]).toEqual([409, 'COUNT_REQUIRED']);
    expect((await tills.read(`${id}/z-report/`)).status).toBe(409);
    expect(await tills.recordCounts()).toEqual(before);
  });

  it('needs no reason within the tolerance, and one a cent beyond it', async () => {
    const id = await tills.open('100.00');
    await tills.count(id, {
      '50.00': 1,
      '20.00': 2,
      '1.00': 4,
      '0.50': 1,
      '0.25': 1,
      '0.10': 2,
      '0.01': 4,
    });
    const before = await tills.recordCounts();
    for (const reason of [undefined, '', '  ']) {
      const refused = await tills.close(id, reason);
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        code: 'VARIANCE_REASON_REQUIRED',
        details: { variance: '-5.01', tolerance: '5.00' },
        errors: {
          reason: ['The drawer differs by -5.01, which is more than 5.00. Enter a reason.'],
        },
      });
    }
    expect(await tills.recordCounts()).toEqual(before);
    await tills.count(id, { '50.00': 1, '20.00': 2, '5.00': 1 });
    const closed = await tills.close(id);
    expect(closed.status).toBe(200);
    expect(closed.body).toMatchObject({
      status: 'closed',
      counts: 2,
      expected_amount: '100.00',
      counted_amount: '95.00',
      variance: '-5.00',
      variance_reason: '',
      closed_by_name: 'Casey Nguyen',
      closed_at: new Date(at).toISOString(),
      z_number: expect.any(Number),
    });
  });

  it('counts a surplus as a variance as well', async () => {
    const id = await tills.open('10.00');
    await tills.count(id, { '20.00': 1 });
    expect((await tills.close(id)).body.details.variance).toBe('10.00');
    const closed = await tills.close(id, 'Found in the coin tray');
    expect(closed.body).toMatchObject({
      variance: '10.00',
      variance_reason: 'Found in the coin tray',
    });
  });

  it('uses the tolerance of the store', async () => {
    const token = await tills.shop.officeToken('admin');
    const set = (amount: string) =>
      tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
        token,
        body: { cash_variance_tolerance: amount },
      });
    expect((await set('0')).body).toMatchObject({ cash_variance_tolerance: '0.00' });
    const id = await tills.open('1.00');
    await tills.count(id, { '0.50': 1, '0.25': 1 });
    expect((await tills.close(id)).status).toBe(400);
    await set('5.00');
    expect((await tills.close(id)).status).toBe(200);
  });

  it('creates an immutable Z report', async () => {
    const id = await tills.open('20.00');
    await tills.act(id, 'paid-in', { amount: '10.00', reason: 'Change from the bank' });
    await tills.act(id, 'paid-out', { amount: '3.50', reason: 'Stamps' });
    await tills.count(id, { '20.00': 1, '5.00': 1, '1.00': 1, '0.50': 1 });
    const closed = await tills.close(id);
    const report = await tills.read(`${id}/z-report/`);
    expect(report.body).toEqual({
      report: 'Z',
      number: closed.body.z_number,
      shift: id,
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      store_name: 'Tillhouse Downtown',
      terminal_id: 'T-001',
      business_date: closed.body.business_date,
      currency: 'USD',
      opened_by: closed.body.opened_by,
      opened_by_name: 'Casey Nguyen',
      opened_at: closed.body.opened_at,
      closed_by: closed.body.closed_by,
      closed_by_name: 'Casey Nguyen',
      closed_at: closed.body.closed_at,
      generated_at: closed.body.closed_at,
      is_blind: false,
      sales: { count: 0, amount: '0.00' },
      payments: [],
      refunds: [],
      refunds_total: '0.00',
      taxes: [],
      discounts: { count: 0, amount: '0.00' },
      voids: { count: 0, amount: '0.00' },
      rounding: '0.00',
      numbers: { first: null, last: null, count: 0 },
      cash: {
        opening_float: '20.00',
        sales: '0.00',
        refunds: '0.00',
        paid_in: '10.00',
        paid_out: '3.50',
        expected: '26.50',
        counted: '26.50',
        variance: '0.00',
      },
      variance_reason: '',
      movements: [
        {
          id: expect.stringMatching(UUID),
          kind: 'paid_in',
          amount: '10.00',
          reason: 'Change from the bank',
          by: 'Casey Nguyen',
          at: expect.stringMatching(/Z$/),
        },
        {
          id: expect.stringMatching(UUID),
          kind: 'paid_out',
          amount: '3.50',
          reason: 'Stamps',
          by: 'Casey Nguyen',
          at: expect.stringMatching(/Z$/),
        },
      ],
      counts: [
        {
          amount: '26.50',
          denominations: [
            { value: '20.00', quantity: 1 },
            { value: '5.00', quantity: 1 },
            { value: '1.00', quantity: 1 },
            { value: '0.50', quantity: 1 },
          ],
          by: 'Casey Nguyen',
          at: expect.stringMatching(/Z$/),
        },
      ],
    });
    at += 60_000;
    expect((await tills.read(`${id}/z-report/`)).body).toEqual(report.body);
    for (const text of ['update z_reports set number = 99', 'delete from z_reports']) {
      await expect(statement(tills.shop.platform.db, text)).rejects.toThrow('never changed');
    }
  });

  it('ends all changes of a shift', async () => {
    const id = await tills.open('10.00');
    await tills.count(id, { '10.00': 1 });
    await tills.close(id);
    const before = await tills.recordCounts();
    for (const reply of [
      await tills.close(id),
      await tills.count(id, { '10.00': 1 }),
      await tills.act(id, 'paid-in', { amount: '1.00', reason: 'Late' }),
      await tills.act(id, 'paid-out', { amount: '1.00', reason: 'Late' }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
      expect(reply.body.details).toEqual({ status: 'closed' });
    }
    expect(await tills.recordCounts()).toEqual(before);
    expect((await tills.read('current/')).status).toBe(404);
  });
});

it('lists shifts by store, till, status and day, page by page', async () => {
  const ids = async (query: string, token?: string): Promise<string[]> =>
    (await tills.read(query, token ?? (await tills.supervisor()))).body.map(
      (row: { id: string }) => row.id,
    );
  const made: string[] = [];
  for (const time of ['06:00', '06:10', '06:20']) {
    await tills.closeOpenShift();
    // After midnight in New York.
    at = Date.parse(`2026-03-03T${time}:00.000Z`);
    made.unshift(await tills.open('1.00'));
  }
  expect(await ids('?date_from=2026-03-03&date_to=2026-03-03')).toEqual(made);
  expect(await ids('?date_from=2026-03-03&status=closed')).toEqual(made.slice(1));
  expect(await ids('?store=DOWNTOWN&terminal=T-001&status=open')).toEqual(made.slice(0, 1));
  expect(await ids('?date_from=2026-03-04')).toEqual([]);
  expect(await ids('?terminal=T-002&date_from=2026-03-03')).toEqual([]);
  expect(await ids('?store=AIRPORT')).toEqual([]);
  expect(await ids('?store=NOWHERE')).toEqual([]);
  const first = await tills.read('?date_from=2026-03-03&limit=2');
  const link = String(first.headers.link);
  const token = await tills.cashier();
  const next = await tills.shop.call('GET', link.slice(1, link.indexOf('>')), { token });
  expect([...first.body, ...next.body].map(row => row.id)).toEqual(made);
  for (const bad of ['?limit=0', '?status=odd', '?cursor=WyJ4Il0', '?colour=red', '?date_from=5']) {
    expect((await tills.read(bad)).status).toBe(400);
  }
});

describe('permissions for shifts', () => {
  it('let a cashier close their own only, and a supervisor any', async () => {
    const id = await tills.open('10.00', await tills.shop.tillToken('EMP003', 'T-001'));
    await tills.shop.call('POST', '/pos/auth/terminal-logout/', {
      token: await tills.shop.tillToken('EMP003', 'T-001'),
    });
    const casey = await loggedIn('EMP001', '1234');
    expect((await tills.read(`${id}/`, casey)).status).toBe(200);
    await tills.count(id, { '10.00': 1 }, casey);
    const before = await tills.recordCounts();
    const refused = await tills.close(id, undefined, casey);
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect(await tills.recordCounts()).toEqual(before);
    const closed = await tills.close(id, undefined, await tills.supervisor());
    expect(closed.body).toMatchObject({
      opened_by_name: 'Morgan Reyes',
      closed_by_name: 'Sam Okafor',
    });
  });

  const loggedIn = async (employee: string, pin: string): Promise<string> =>
    (
      await tills.shop.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: 'T-001' },
      })
    ).body.token;

  it("hide other stores and other people's tills", async () => {
    const supervisor = await tills.supervisor();
    const id = await tills.open('10.00', supervisor);
    const away = await tills.shop.tillToken('EMP005');
    const casey = await loggedIn('EMP001', '1234');
    const before = await tills.recordCounts();
    for (const token of [away, casey]) {
      for (const path of [`${id}/`, `${id}/x-report/`, `${id}/z-report/`]) {
        expect((await tills.read(path, token)).status).toBe(404);
      }
      expect((await tills.count(id, { '10.00': 1 }, token)).status).toBe(404);
      expect((await tills.close(id, 'x', token)).status).toBe(404);
      expect((await tills.act(id, 'paid-out', { amount: '1', reason: 'x' }, token)).status).toBe(
        404,
      );
      const list = await tills.read('', token);
      expect(list.body.map((row: { id: string }) => row.id)).not.toContain(id);
    }
    expect(await tills.recordCounts()).toEqual(before);
    const customer = await tills.shop.officeToken('shopper@example.com');
    expect((await tills.read('', customer)).status).toBe(403);
    expect((await tills.shop.call('GET', SHIFTS)).status).toBe(401);
    await tills.closeOpenShift('T-002');
  });
});
