import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentInvariants } from '../../src/domains/payments/index.js';
import { drawerInvariants, drawerOutOfBalance } from '../../src/domains/shifts/index.js';
import { saleInvariants } from '../../src/domains/transactions/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openTills, type Tills } from '../shifts/support.js';
import { basket, MUG, mug, recordCounts } from '../transactions/support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills({});
  await setRounding('0.05');
});
afterEach(() => tills.closeOpenShift());
afterAll(async () => {
  const token = await tills.shop.officeToken('admin');
  const { body } = await tills.shop.call('GET', '/ops/invariants/', { token });
  expect(body.checks.filter((check: { offending: number }) => check.offending > 0)).toEqual([]);
  expect(await drawerOutOfBalance(tills.shop.platform.db)).toEqual([]);
  await tills.shop.close();
});

const store = async (body: object, user = 'admin') =>
  tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await tills.shop.officeToken(user),
    body,
  });
const setRounding = async (cash_rounding: string) => {
  const { status, body } = await store({ cash_rounding });
  expect([status, body.cash_rounding]).toEqual([200, cash_rounding]);
};

/** A mug costs 13.53: 13.55 in cash. */
const cash = (tendered: string | number) => ({
  payment_method_id: 'cash',
  tendered_amount: tendered,
});
const card = (tendered: string) => ({ payment_method_id: 'card', tendered_amount: tendered });
/** 12.50 with 8.25 % of tax less a discount of the price: 13.52 is 13.50 in cash. */
const cheaper = () => basket([{ ...MUG, price: '12.49' }], '1.03');

const pay = async (body: object, tender: object) => {
  const sale = await tills.counter.ring(body);
  const reply = await tills.counter.pay(sale, tender);
  return { sale, reply, transaction: reply.body.transaction };
};
const drawer = async (id: string) =>
  (await tills.read(`${id}/x-report/`, await tills.supervisor())).body;
const read = async (sale: string) => (await tills.counter.get(`/transactions/${sale}/`)).body;
const receipt = async (sale: string) =>
  (await tills.counter.get(`/transactions/${sale}/receipt/?format=text`)).text;

describe('the setting of a store', () => {
  it('is one of five steps', async () => {
    for (const step of ['0.10', '0.50', '1.00', 'none', '0.05']) await setRounding(step);
    expect((await store({ cash_rounding: 0.1 })).body.cash_rounding).toBe('0.10');
    for (const wrong of ['0.02', '0.5 ', 0.25, '', null, -1]) {
      const { status, body } = await store({ cash_rounding: wrong });
      expect([status, Object.keys(body.errors ?? body)]).toEqual([
        400,
        expect.arrayContaining(['cash_rounding']),
      ]);
    }
    await setRounding('0.05');
  });

  it('is none in a new store, and not changed by a manager of stores alone', async () => {
    const { body } = await tills.shop.call('GET', '/stores/AIRPORT/', {
      token: await tills.shop.officeToken(),
    });
    expect(body.cash_rounding).toBe('none');
  });
});

describe('cash that settles a sale', () => {
  it('is due rounded up, and change is counted from there', async () => {
    const id = await tills.open('100.00');
    const { sale, reply, transaction } = await pay(mug(), cash('20.00'));
    expect(reply.status).toBe(202);
    expect(transaction).toMatchObject({
      status: 'completed',
      total_amount: '13.53',
      total_paid: '13.53',
      amount_due: '0.00',
      change_due: '6.45',
      rounding_amount: '0.02',
      cash_due: '13.55',
    });
    expect(await read(sale)).toMatchObject({
      totalAmount: '13.53',
      totalPaid: '13.53',
      changeDue: '6.45',
      rounding_amount: '0.02',
      payment_records: [{ amount: '13.53', rounding: '0.02' }],
    });
    const report = await drawer(id);
    expect(report).toMatchObject({
      sales: { amount: '13.53' },
      rounding: '0.02',
      cash: { sales: '13.55', expected: '113.55' },
    });
    const text = await receipt(sale);
    expect(text).toMatch(/^TOTAL USD +13\.53$/m);
    expect(text).toMatch(/^Cash +20\.00$/m);
    expect(text).toMatch(/^Rounding +0\.02$/m);
    expect(text).toMatch(/^Change +-6\.45$/m);
  });

  it('is due rounded down, and less than the total settles it', async () => {
    const id = await tills.open('0.00');
    const { sale, transaction } = await pay(cheaper(), cash('13.50'));
    expect(transaction).toMatchObject({
      status: 'completed',
      total_amount: '13.52',
      total_paid: '13.52',
      change_due: '0.00',
      rounding_amount: '-0.02',
      cash_due: '13.50',
    });
    expect(await drawer(id)).toMatchObject({ rounding: '-0.02', cash: { expected: '13.50' } });
    expect(await receipt(sale)).toMatch(/^Rounding +-0\.02$/m);
  });

  it.each([
    ['0.10', '13.50', '-0.03'],
    ['0.50', '13.50', '-0.03'],
    ['1.00', '14.00', '0.47'],
  ])('is rounded half up to %s', async (step, due, rounding) => {
    await setRounding(step);
    const { transaction } = await pay(mug(), cash('20.00'));
    await setRounding('0.05');
    expect(transaction).toMatchObject({ cash_due: due, rounding_amount: rounding });
  });

  it('is rounded in the request that creates the sale, too', async () => {
    const reply = await tills.counter.post(
      '/pos/transactions/create/',
      mug({ payment: cash('13.55') }),
    );
    expect(reply.status).toBe(201);
    expect(reply.body.transaction).toMatchObject({
      status: 'completed',
      change_due: '0.00',
      rounding_amount: '0.02',
      cash_due: '13.55',
    });
    const [payment] = await tills.counter.payments(reply.body.transaction.transaction_id);
    expect(payment).toMatchObject({ amount: '13.53', rounding: '0.02', tendered: '13.55' });
  });

  it('is rounded alike when the node does not remember the sale', async () => {
    const sale = await tills.counter.ring();
    await statement(tills.shop.platform.db, 'update reference_version set version = version + 1');
    const { body } = await tills.counter.pay(sale, cash('13.55'));
    expect(body.transaction).toMatchObject({ status: 'completed', rounding_amount: '0.02' });
  });

  it('below the rounded amount is a part payment without rounding', async () => {
    const sale = await tills.counter.ring();
    const part = await tills.counter.pay(sale, cash('13.50'));
    expect(part.body.transaction).toMatchObject({
      status: 'partially_paid',
      amount_due: '0.03',
      rounding_amount: '0.00',
      cash_due: '13.50',
    });
    const rest = await tills.counter.pay(sale, cash('0.05'));
    expect(rest.body.transaction).toMatchObject({
      status: 'completed',
      change_due: '0.00',
      rounding_amount: '0.02',
    });
  });

  it('of exactly the total is taken as it is', async () => {
    const { transaction } = await pay(mug(), cash('13.53'));
    expect(transaction).toMatchObject({
      status: 'completed',
      change_due: '0.00',
      rounding_amount: '0.00',
    });
  });

  it('rounds what a card has left, and the card is exact', async () => {
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, card('10.00'));
    const { body } = await tills.counter.pay(sale, cash('5.00'));
    expect(body.transaction).toMatchObject({
      status: 'completed',
      change_due: '1.45',
      rounding_amount: '0.02',
      cash_due: '3.55',
    });
    expect(await read(sale)).toMatchObject({
      payment_records: [
        { amount: '10.00', rounding: '0.00' },
        { amount: '3.53', rounding: '0.02' },
      ],
    });
    const exact = await pay(mug(), card('13.53'));
    expect(exact.transaction).toMatchObject({ status: 'completed', rounding_amount: '0.00' });
    const refused = await pay(mug(), card('13.55'));
    expect(refused.reply.status).toBe(400);
  });

  it('is nothing where two cents are left', async () => {
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, card('13.51'));
    const { body } = await tills.counter.pay(sale, cash('0.00'));
    expect(body.transaction).toMatchObject({
      status: 'completed',
      rounding_amount: '-0.02',
      cash_due: '0.00',
    });
  });

  it('is taken once by two tills and by a retry', async () => {
    const sale = await tills.counter.ring();
    const headers = { 'idempotency-key': newId() };
    const url = `/pos/transactions/${sale}/payment/`;
    const replies = await Promise.all([
      tills.counter.post(url, cash('13.55'), await tills.cashier(), headers),
      tills.counter.post(url, cash('13.55'), await tills.supervisor()),
      tills.counter.post(url, cash('13.55'), await tills.cashier(), headers),
    ]);
    expect(replies.filter(reply => reply.status === 202).length).toBeGreaterThanOrEqual(1);
    expect(await tills.counter.payments(sale)).toMatchObject([{ rounding: '0.02' }]);
    expect(await tills.counter.row(sale)).toMatchObject({ rounding_amount: '0.02' });
  });

  it('recorded by another system is exact, or the rounded amount', async () => {
    const record = async (amount: string) =>
      tills.counter.post(
        '/payments/payments/',
        { transaction: await tills.counter.ring(), payment_method: 'cash', amount },
        await tills.shop.officeToken(),
      );
    expect((await record('13.53')).body).toMatchObject({ amount: '13.53', rounding: '0.00' });
    expect((await record('13.55')).body).toMatchObject({ amount: '13.53', rounding: '0.02' });
    expect((await record('13.60')).status).toBe(400);
  });
});

describe('a cash refund', () => {
  const refundsOf = async (sale: string) =>
    (await read(sale)).payment_records.flatMap((payment: { refunds: object[] }) => payment.refunds);

  it('of a void gives back what was paid', async () => {
    const id = await tills.open('50.00');
    const { sale } = await pay(mug(), cash('20.00'));
    await tills.counter.voidSale(sale, { shift_id: id });
    expect(await refundsOf(sale)).toMatchObject([
      { amount: '13.53', rounding: '0.02', status: 'succeeded', way: 'cash' },
    ]);
    expect(await drawer(id)).toMatchObject({
      rounding: '0.00',
      cash: { sales: '13.55', refunds: '13.55', expected: '50.00' },
    });
    expect(await receipt(sale)).toMatch(/-13\.55$/m);
  });

  it('that waits for a till says what the till will pay', async () => {
    const { sale } = await pay(cheaper(), cash('13.50'));
    await tills.counter.voidSale(sale);
    const [refund] = await refundsOf(sale);
    expect(refund).toMatchObject({ amount: '13.52', rounding: '-0.02', status: 'pending' });
    const token = await tills.cashier();
    const list = (await tills.shop.call('GET', '/pos/pay-outs/', { token })).body;
    expect(list.find((row: { id: string }) => row.id === refund.id)).toMatchObject({
      amount: '13.52',
      rounding: '-0.02',
    });
    const id = await tills.open('20.00');
    // Another setting meanwhile does not change what was promised.
    await setRounding('1.00');
    await tills.counter.post(`/pos/pay-outs/${refund.id}/pay/`);
    await setRounding('0.05');
    expect(await drawer(id)).toMatchObject({ cash: { refunds: '13.50', expected: '6.50' } });
  });

  it('in parts rounds each, and never gives more than was paid', async () => {
    const id = await tills.open('50.00');
    const { sale } = await pay(mug(), cash('13.55'));
    const [payment] = await tills.counter.payments(sale);
    const back = async (amount: string) =>
      (await tills.counter.refund({ payment: payment?.id, amount, shift_id: id })).body;
    for (const _ of [1, 2, 3]) {
      expect(await back('3.33')).toMatchObject({ amount: '3.33', rounding: '0.02' });
    }
    // 13.55 less three times 3.35.
    expect(await back('3.54')).toMatchObject({ amount: '3.54', rounding: '-0.04' });
    expect(await drawer(id)).toMatchObject({ cash: { refunds: '13.55', expected: '50.00' } });
    expect((await read(sale)).status).toBe('refunded');
    const before = await recordCounts(tills.shop);
    expect((await tills.counter.refund({ payment: payment?.id, amount: '0.01' })).status).toBe(409);
    expect(await recordCounts(tills.shop)).toEqual(before);
  });

  it('is exact by card', async () => {
    const processor_transaction_id = await tills.counter.charge('13.53');
    const { sale } = await pay(mug(), { ...card('13.53'), processor_transaction_id });
    await tills.counter.voidSale(sale);
    expect(await refundsOf(sale)).toMatchObject([{ amount: '13.53', rounding: '0.00' }]);
  });

  it('of a sale from before the store rounded is exact', async () => {
    await setRounding('none');
    const { sale, transaction } = await pay(mug(), cash('13.53'));
    expect(transaction).not.toHaveProperty('rounding_amount');
    await setRounding('0.05');
    await tills.counter.voidSale(sale, {}, await tills.shop.officeToken());
    expect(await refundsOf(sale)).toMatchObject([{ amount: '13.53', rounding: '0.00' }]);
  });
});

describe('the invariants', () => {
  class Undo extends Error {}
  const offenders = async (change: string): Promise<string[]> => {
    const found: string[] = [];
    const checked = [...paymentInvariants, ...saleInvariants, ...drawerInvariants];
    const undone = atomically(tills.shop.platform.db, async tx => {
      await statement(tx, change);
      for (const { name, check } of checked) {
        if ((await check(tx)).some(finding => finding.offending > 0)) found.push(name);
      }
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
    return found;
  };

  const one = (where: string) => `where id = (select p.id from payments p
    join payment_methods m on m.id = p.payment_method_id ${where} limit 1)`;
  it.each([
    ['nothing in good books', 'select 1', []],
    [
      'rounding that the sale does not know',
      `update payments set rounding = rounding - 0.01 ${one('where rounding > 0')}`,
      ['transactions:rounding', 'shifts:cash'],
    ],
    [
      'a card that was rounded',
      `update payments set rounding = 0.02, tendered = tendered + 0.02
       ${one("where m.method_type = 'card' and p.refund_total = 0")}`,
      ['payments:rounding', 'transactions:rounding'],
    ],
    [
      'more cash than was paid',
      `update refunds set rounding = rounding + 0.05
       where id = (select id from refunds where way = 'cash' and rounding = 0.02 limit 1)`,
      ['payments:rounding', 'shifts:drawer'],
    ],
  ])('report %s', async (_, change, names) => {
    expect(await offenders(change)).toEqual(
      names.length === 0 ? [] : expect.arrayContaining(names),
    );
  });
});

describe('the database', () => {
  it.each([
    ['update payments set rounding = 0.51 where rounding > 0', 'rounding_within_half_a_step'],
    ['update payments set rounding = 0.03 where tendered = 13.55', 'tendered_covers_cash'],
    ["update refunds set rounding = 0.02 where way = 'processor'", 'refund_rounding_is_cash'],
    ['update stores set cash_rounding = 0.02', 'known_cash_rounding'],
  ])('refuses %s', async (text, constraint) => {
    await expect(statement(tills.shop.platform.db, text)).rejects.toMatchObject({ constraint });
  });
});
