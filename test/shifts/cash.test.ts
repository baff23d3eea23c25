import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawerOutOfBalance } from '../../src/domains/shifts/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { basket, MUG, mug } from '../transactions/support.js';
import { MUG_TOTAL, openTills, type Tills } from './support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
});
beforeEach(async () => {
  await tills.closeOpenShift();
  await tills.closeOpenShift('T-002');
});
afterAll(async () => {
  expect(await drawerOutOfBalance(tills.shop.platform.db)).toEqual([]);
  await tills.shop.close();
});

const cash = (tendered: string) => ({ payment_method_id: 'cash', tendered_amount: tendered });

/** The cash of a shift as a supervisor sees it. */
const drawer = async (id: string) =>
  (await tills.read(`${id}/x-report/`, await tills.supervisor())).body.cash;

const shiftOf = async (sale: string): Promise<(string | null)[]> =>
  (await tills.counter.payments(sale)).map(payment => payment.shift_id);

describe('a sale in a shift', () => {
  it('adds the amount due to the drawer, not the tendered amount', async () => {
    const id = await tills.open('100.00');
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, cash('20.00'));
    expect(await drawer(id)).toMatchObject({ sales: '13.53', expected: '113.53' });
    expect(await shiftOf(sale)).toEqual([id]);
  });

  it('paid by card belongs to the shift but not to its drawer', async () => {
    const id = await tills.open('100.00');
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, { payment_method_id: 'card', tendered_amount: '10.00' });
    await tills.counter.pay(sale, cash('5.00'));
    const report = (await tills.read(`${id}/x-report/`, await tills.supervisor())).body;
    expect(report).toMatchObject({
      report: 'X',
      number: null,
      sales: { count: 1, amount: MUG_TOTAL },
      payments: [
        { code: 'cash', method_type: 'cash', count: 1, amount: '3.53' },
        { code: 'card', method_type: 'card', count: 1, amount: '10.00' },
      ],
      cash: { sales: '3.53', expected: '103.53' },
    });
    expect(await shiftOf(sale)).toEqual([id, id]);
  });

  it('belongs to the till that took the money, wherever it was created', async () => {
    const here = await tills.open('10.00');
    const there = await tills.open('20.00', await tills.supervisor());
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, cash('13.53'), await tills.supervisor());
    expect(await drawer(here)).toMatchObject({ expected: '10.00' });
    expect(await drawer(there)).toMatchObject({ expected: '33.53' });
  });

  it('recorded at the till counts, recorded in the back office does not', async () => {
    const id = await tills.open('0.00');
    const record = async (token: string) =>
      tills.shop.call('POST', '/payments/payments/', {
        token,
        body: {
          transaction: await tills.counter.ring(),
          payment_method: 'cash',
          amount: MUG_TOTAL,
        },
      });
    expect((await record(await tills.cashier())).body.shift).toBe(id);
    expect((await record(await tills.shop.officeToken())).body.shift).toBeNull();
    expect(await drawer(id)).toMatchObject({ sales: MUG_TOTAL });
  });

  it('needs no shift, and is reported as taken without one', async () => {
    const outside = async () =>
      (
        await tills.shop.call('GET', '/cash-management/outside-shifts/?terminal=T-001', {
          token: await tills.supervisor(),
        })
      ).body;
    const [before = { payments: 0, amount: '0.00', cash: '0.00' }] = await outside();
    const sale = await tills.counter.ring();
    expect((await tills.counter.pay(sale, cash('20.00'))).status).toBe(202);
    expect(await shiftOf(sale)).toEqual([null]);
    const [payment] = await tills.counter.payments(sale);
    const shown = await tills.counter.get(`/payments/${payment?.id}/`);
    expect(shown.body.shift).toBeNull();
    const byCard = await tills.counter.ring();
    await tills.counter.pay(byCard, { payment_method_id: 'card', tendered_amount: MUG_TOTAL });
    const [after] = await outside();
    expect(after).toMatchObject({ store: DOWNTOWN_ID, terminal_id: 'T-001' });
    expect([
      after.payments - before.payments,
      (Number(after.amount) - Number(before.amount)).toFixed(2),
      (Number(after.cash) - Number(before.cash)).toFixed(2),
    ]).toEqual([2, '27.06', '13.53']);
    const cashier = await tills.shop.call('GET', '/cash-management/outside-shifts/', {
      token: await tills.cashier(),
    });
    expect(cashier.status).toBe(403);
  });
});

describe('a refund in a shift', () => {
  it('in cash at a till leaves its drawer: void, refund and return', async () => {
    const manager = await tills.shop.tillToken('EMP003');
    const opened = await tills.post('', { opening_float: '50.00' }, manager);
    const id = opened.body.id;
    const voided = await tills.counter.sold(cash(MUG_TOTAL));
    await tills.counter.voidSale(voided, {}, manager);
    expect(await drawer(id)).toMatchObject({ refunds: '13.53', expected: '36.47' });

    const refunded = await tills.counter.sold(cash(MUG_TOTAL));
    const [payment] = await tills.counter.payments(refunded);
    const refund = await tills.counter.refund({ payment: payment?.id, amount: '3.00' }, manager);
    expect(refund.body.shift).toBe(id);
    expect(await drawer(id)).toMatchObject({ refunds: '16.53', expected: '33.47' });

    const returned = await tills.counter.sold({ payment_method_id: 'card' });
    await completeReturn(returned, { refund_to: 'cash' }, manager);
    expect(await drawer(id)).toMatchObject({ refunds: '30.06', expected: '19.94' });
    const report = (await tills.read(`${id}/x-report/`, manager)).body;
    expect(report).toMatchObject({
      sales: { count: 0, amount: '0.00' },
      refunds: [{ paid_as: 'cash', count: 3, amount: '30.06' }],
      refunds_total: '30.06',
    });
    await tills.closeOpenShift('T-003');
  });

  it('by card or as a credit is reported but leaves the drawer unchanged', async () => {
    const manager = await tills.shop.tillToken('EMP003');
    const { id } = (await tills.post('', { opening_float: '50.00' }, manager)).body;
    const charged = await tills.counter.charge(MUG_TOTAL);
    const byCard = { payment_method_id: 'card', processor_transaction_id: charged };
    await tills.counter.voidSale(await tills.counter.sold(byCard), {}, manager);
    const credited = await tills.counter.sold(cash(MUG_TOTAL));
    await completeReturn(credited, { refund_to: 'store_credit' }, manager);
    const report = (await tills.read(`${id}/x-report/`, manager)).body;
    expect(report).toMatchObject({
      refunds: [
        { paid_as: 'original', count: 1, amount: MUG_TOTAL },
        { paid_as: 'store_credit', count: 1, amount: MUG_TOTAL },
      ],
      cash: { refunds: '0.00', expected: '50.00' },
    });
    await tills.closeOpenShift('T-003');
  });

  it('from the back office changes no drawer', async () => {
    const id = await tills.open('50.00');
    const sale = await tills.counter.sold(cash(MUG_TOTAL));
    await tills.counter.voidSale(sale);
    expect(await drawer(id)).toMatchObject({ sales: MUG_TOTAL, refunds: '0.00' });
  });

  async function completeReturn(sale: string, body: object, token: string): Promise<void> {
    const post = async (path: string, data?: object) => {
      const reply = await tills.shop.call('POST', `/returns/${path}`, { token, body: data });
      expect([200, 201]).toContain(reply.status);
      return reply.body;
    };
    const lines = await tills.counter.get(`/line-items/?transaction=${sale}`);
    const { id } = await post('', {
      transaction: sale,
      return_reason: 'defective',
      line_items: [{ original_line_item: lines.body[0].id, quantity: 1 }],
    });
    await post(`${id}/approve/`);
    await post(`${id}/receive/`);
    await post(`${id}/complete/`, body);
  }
});

it('sums up a whole day in one report, which later events do not change', async () => {
  const id = await tills.open('100.00');
  const [first, second] = [await tills.counter.ring(), await tills.counter.ring()];
  await tills.counter.pay(first, cash('20.00'));
  await tills.counter.pay(second, { payment_method_id: 'card', tendered_amount: MUG_TOTAL });
  const three = basket([{ ...MUG, quantity: 3 }], '3.09');
  const third = await tills.counter.ring(three);
  await tills.counter.pay(third, cash('50.00'));
  await tills.act(id, 'paid-in', { amount: '25.00', reason: 'Coins from the bank' });
  await tills.act(id, 'paid-out', { amount: '12.40', reason: 'Window cleaner' });
  // 100.00 + 13.53 + 40.59 + 25.00 - 12.40, one dollar short.
  await tills.count(id, {
    '100.00': 1,
    '50.00': 1,
    '10.00': 1,
    '5.00': 1,
    '0.50': 1,
    '0.10': 2,
    '0.01': 2,
  });
  const closed = await tills.close(id);
  expect(closed.body).toMatchObject({
    status: 'closed',
    expected_amount: '166.72',
    counted_amount: '165.72',
    variance: '-1.00',
  });
  const report = await tills.read(`${id}/z-report/`);
  expect(report.body).toMatchObject({
    report: 'Z',
    sales: { count: 3, amount: '67.65' },
    payments: [
      { code: 'cash', count: 2, amount: '54.12' },
      { code: 'card', count: 1, amount: '13.53' },
    ],
    cash: { sales: '54.12', paid_in: '25.00', paid_out: '12.40', expected: '166.72' },
  });
  const manager = await tills.shop.tillToken('EMP003');
  await tills.counter.voidSale(first, {}, manager);
  await tills.counter.pay(await tills.counter.ring(mug()), cash('20.00'));
  expect((await tills.read(`${id}/z-report/`)).body).toEqual(report.body);
  await tills.shop.settleEvents();
  const events = await statement(
    tills.shop.platform.db,
    `select event, stream_id, data from events where subject_id = $1 and event = 'shift.closed'`,
    [id],
  );
  expect(events).toMatchObject([
    { stream_id: DOWNTOWN_ID, data: { z_number: closed.body.z_number, variance: '-1.00' } },
  ]);
});

it('reports a shift with manipulated records in the invariant check', async () => {
  const { db } = tills.shop.platform;
  const id = await tills.open('10.00');
  const sale = await tills.counter.ring();
  await tills.counter.pay(sale, cash('13.53'));
  await tills.count(id, { '20.00': 1, '1.00': 3, '0.50': 1, '0.01': 3 });
  await tills.close(id);
  expect(await drawerOutOfBalance(db)).toEqual([]);
  await statement(db, 'update payments set amount = 13.52 where shift_id = $1', [id]);
  expect(await drawerOutOfBalance(db)).toEqual([{ shift_id: id, problem: 'expected' }]);
  await statement(
    db,
    `update payments set amount = 13.53, register_id = 'T-002' where shift_id = $1`,
    [id],
  );
  expect(await drawerOutOfBalance(db)).toEqual([
    { shift_id: id, problem: 'payment of another till' },
  ]);
  await statement(db, `update payments set register_id = 'T-001' where shift_id = $1`, [id]);
});
