import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { drawerOutOfBalance } from '../../src/domains/shifts/index.js';
import { openTills, type Tills } from '../shifts/support.js';
import { mug, recordCounts } from '../transactions/support.js';
import { Till } from './journal/support.js';

let tills: Tills;
let restore = () => {};
beforeAll(async () => {
  restore = setSandboxFaults({ readerMs: 0 });
  tills = await openTills();
  await setTips({ enabled: true, percentages: [5, 10, 15], max_percent: 50 });
});
afterEach(() => tills.closeOpenShift());
afterAll(async () => {
  restore();
  const token = await tills.shop.officeToken('admin');
  const { body } = await tills.shop.call('GET', '/ops/invariants/', { token });
  expect(body.checks.filter((check: { offending: number }) => check.offending > 0)).toEqual([]);
  expect(await drawerOutOfBalance(tills.shop.platform.db)).toEqual([]);
  await tills.shop.close();
});

const patchStore = async (body: object, user = 'admin', store = 'DOWNTOWN') =>
  tills.shop.call('PATCH', `/stores/${store}/`, {
    token: await tills.shop.officeToken(user),
    body,
  });
async function setTips(tips: object): Promise<void> {
  const { status, body } = await patchStore({ tips });
  expect([status, body.tips]).toEqual([200, tips]);
}

/** A mug costs 13.53. */
const cash = (tendered_amount: string, tip?: string | number) => ({
  payment_method_id: 'cash',
  tendered_amount,
  ...(tip !== undefined && { tip }),
});
const card = (tendered_amount: string, tip: string) => ({
  payment_method_id: 'card',
  tendered_amount,
  tip,
  reference: 'SLIP-1',
});
const drawer = async (id: string) =>
  (await tills.read(`${id}/x-report/`, await tills.supervisor())).body;
const read = async (sale: string) => (await tills.counter.get(`/transactions/${sale}/`)).body;
const receipt = async (sale: string, format = 'text') =>
  (await tills.counter.get(`/transactions/${sale}/receipt/?format=${format}`)).text;

describe('the setting of a store', () => {
  it('is off in a store that has not changed it', async () => {
    const { body } = await tills.counter.get('/stores/AIRPORT/');
    expect(body.tips).toEqual({ enabled: false, percentages: [], max_percent: 50 });
  });

  it('takes up to three percentages and a limit, and refuses anything else', async () => {
    const before = (await tills.counter.get('/stores/DOWNTOWN/')).body.tips;
    for (const wrong of [
      { enabled: true, percentages: [5, 10, 15, 20] },
      { enabled: true, percentages: [0] },
      { enabled: true, percentages: [5, 5] },
      { enabled: true, max_percent: 101 },
      { enabled: true, percentages: [5, 60], max_percent: 50 },
      { enabled: true, percentages: [51] },
      { enabled: 'yes' },
      { percentages: [5] },
    ]) {
      expect([wrong, (await patchStore({ tips: wrong })).status]).toEqual([wrong, 400]);
    }
    expect((await tills.counter.get('/stores/DOWNTOWN/')).body.tips).toEqual(before);
  });
});

describe('a tip in cash', () => {
  it('comes from the tender, lowers the change and is no part of the sale', async () => {
    const id = await tills.open('100.00');
    const sale = await tills.counter.ring();
    const { status, body } = await tills.counter.pay(sale, cash('20.00', '2.00'));
    expect(status).toBe(202);
    expect(body.transaction).toMatchObject({
      status: 'completed',
      total_amount: '13.53',
      total_paid: '13.53',
      change_due: '4.47',
      tip: '2.00',
    });
    expect(await read(sale)).toMatchObject({
      totalPaid: '13.53',
      taxAmount: '1.03',
      tip: '2.00',
      payment_records: [{ amount: '13.53', tip: '2.00' }],
    });
    expect(await drawer(id)).toMatchObject({
      sales: { count: 1, amount: '13.53' },
      payments: [{ code: 'cash', amount: '13.53' }],
      tips: { methods: [{ code: 'cash', method_type: 'cash', amount: '2.00' }], total: '2.00' },
      cash: { sales: '15.53', expected: '115.53' },
    });
    const text = await receipt(sale);
    expect(text).toMatch(/^TOTAL USD +13\.53$/m);
    expect(text).toMatch(/^Tip +2\.00$/m);
    expect(text).toMatch(/^Cash +20\.00$/m);
    expect(text).toMatch(/^Change +-4\.47$/m);
    expect(await receipt(sale, 'html')).toContain('Tip');
  });

  it('is named with the payments of a sale that is still open', async () => {
    const sale = await tills.counter.ring();
    await tills.counter.pay(sale, cash('7.00', '2.00'));
    const { body } = await tills.counter.get(
      '/pos/transactions/open/',
      await tills.shop.tillToken('EMP002'),
    );
    const open = body.find((one: { transaction_id: string }) => one.transaction_id === sale);
    expect(open.payments).toMatchObject([{ amount: '5.00', tip: '2.00' }]);
  });

  it('is taken with the request that creates the sale, too', async () => {
    const body = mug({ payment: cash('15.00', 1) });
    const reply = await tills.counter.post('/pos/transactions/create/', body);
    expect(reply.body.transaction).toMatchObject({
      status: 'completed',
      change_due: '0.47',
      tip: '1.00',
    });
  });

  it('stays with the staff when goods come back, and goes back with a void', async () => {
    const id = await tills.open('100.00');
    const refunded = await tills.counter.ring();
    const { body } = await tills.counter.pay(refunded, cash('20.00', '2.00'));
    const payment = body.transaction.payment_id;
    const refund = await tills.counter.refund({ payment, shift_id: id });
    expect([refund.status, refund.body.amount, refund.body.tip]).toEqual([201, '13.53', '0.00']);

    const voided = await tills.counter.ring();
    await tills.counter.pay(voided, cash('20.00', '1.50'));
    expect(await drawer(id)).toMatchObject({
      tips: { total: '3.50' },
      cash: { expected: '117.03' },
    });
    const undone = await tills.counter.voidSale(voided, { shift_id: id });
    expect(undone.body.payment_records).toMatchObject([
      { tip: '1.50', refunds: [{ amount: '13.53', tip: '1.50', way: 'cash' }] },
    ]);
    // The tip of the first sale is still in the drawer.
    expect(await drawer(id)).toMatchObject({
      tips: { total: '2.00' },
      cash: { expected: '102.00' },
    });
    const [{ refund_id }] = undone.body.payment_records[0].refunds;
    const slip = await tills.counter.get(
      `/transactions/${voided}/receipt/?format=text&refund=${refund_id}`,
    );
    expect(slip.text).toMatch(/^Tip +-1\.50$/m);
    expect(slip.text).toMatch(/-15\.03$/m);
  });

  it('is a multiple of the coins of a store that rounds cash', async () => {
    expect((await patchStore({ cash_rounding: '0.05' })).status).toBe(200);
    const sale = await tills.counter.ring();
    const wrong = await tills.counter.pay(sale, cash('20.00', '1.03'));
    expect([wrong.status, wrong.body.code]).toEqual([400, 'TIP_NOT_IN_COINS']);
    const { body } = await tills.counter.pay(sale, cash('20.00', '1.05'));
    expect((await patchStore({ cash_rounding: 'none' })).status).toBe(200);
    expect(body.transaction).toMatchObject({
      rounding_amount: '0.02',
      cash_due: '14.60',
      change_due: '5.40',
      tip: '1.05',
    });
  });
});

describe('a tip by card', () => {
  it('is charged on the reader on top of the amount, and refunded with a void', async () => {
    const id = await tills.open('0.00');
    const sale = await tills.counter.ring();
    const path = `/pos/transactions/${sale}/card/`;
    expect((await tills.counter.post(path, { tip: '1.40' })).status).toBe(202);
    const { body } = await tills.counter.get(path, await tills.cashier());
    expect(body).toMatchObject({
      status: 'succeeded',
      amount: '13.53',
      tip: '1.40',
      transaction: { status: 'completed', total_paid: '13.53', amount_due: '0.00' },
    });
    const [payment] = await tills.counter.payments(sale);
    expect(payment).toMatchObject({
      amount: '13.53',
      tip: '1.40',
      tendered: '14.93',
      verification: 'confirmed',
    });
    expect(await drawer(id)).toMatchObject({
      tips: { methods: [{ method_type: 'card', amount: '1.40' }], total: '1.40' },
      cash: { expected: '0.00' },
    });
    const { body: undone } = await tills.counter.voidSale(sale);
    expect(undone.payment_records).toMatchObject([
      { refunds: [{ amount: '13.53', tip: '1.40', status: 'succeeded', way: 'processor' }] },
    ]);
    expect((await drawer(id)).tips).toBeUndefined();
  });

  it('is part of what the slip of a stand-alone terminal says, also in a part payment', async () => {
    const sale = await tills.counter.ring();
    const part = await tills.counter.pay(sale, card('11.00', '1.00'));
    expect(part.body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '10.00',
      amount_due: '3.53',
      tip: '1.00',
    });
    const tooMuch = await tills.counter.pay(sale, card('5.00', '1.00'));
    expect([tooMuch.status, tooMuch.body.code]).toEqual([400, 'NO_CHANGE_FOR_CARD']);
    const rest = await tills.counter.pay(sale, card('4.53', '1.00'));
    expect(rest.body.transaction).toMatchObject({ status: 'completed', tip: '2.00' });
  });
});

describe('a tip that is refused', () => {
  it.each([
    ['more than the customer gave', cash('1.00', '2.00'), 'TIP_EXCEEDS_TENDER'],
    ['above the limit of the store', cash('50.00', '6.77'), 'TIP_TOO_HIGH'],
    ['finer than the currency', cash('20.00', '1.005'), 'AMOUNT_TOO_FINE'],
    ['all that was given', cash('2.00', '2.00'), 'NOTHING_TENDERED'],
  ])('is %s, and changes nothing', async (_, tender, code) => {
    const sale = await tills.counter.ring();
    const before = await recordCounts(tills.shop);
    const reply = await tills.counter.pay(sale, tender);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await recordCounts(tills.shop)).toEqual(before);
  });

  it('counts the tips of earlier payments of the sale towards the limit', async () => {
    const sale = await tills.counter.ring();
    expect((await tills.counter.pay(sale, cash('10.00', '4.00'))).status).toBe(202);
    const { body } = await tills.counter.pay(sale, cash('20.00', '2.77'));
    expect(body.code).toBe('TIP_TOO_HIGH');
    expect((await tills.counter.pay(sale, cash('20.00', '2.76'))).status).toBe(202);
  });

  it('is any tip in a store that takes none, also on the reader', async () => {
    await setTips({ enabled: false, percentages: [5, 10, 15], max_percent: 50 });
    const sale = await tills.counter.ring();
    const before = await recordCounts(tills.shop);
    const inCash = await tills.counter.pay(sale, cash('20.00', '1.00'));
    const byCard = await tills.counter.post(`/pos/transactions/${sale}/card/`, { tip: '1.00' });
    expect([inCash.body.code, byCard.body.code]).toEqual(['TIPS_OFF', 'TIPS_OFF']);
    expect(await recordCounts(tills.shop)).toEqual(before);
    const none = await tills.counter.pay(sale, cash('20.00', '0.00'));
    expect(none.body.transaction).toMatchObject({ status: 'completed', change_due: '6.47' });
    expect(none.body.transaction.tip).toBeUndefined();
    await setTips({ enabled: true, percentages: [5, 10, 15], max_percent: 50 });
  });
});

it('is in the journal of a till, also after the store has stopped taking tips', async () => {
  const till = new Till('T-001');
  const now = new Date();
  till.sale(now, { payments: [cash('20.00', '2.00')] });
  till.sale(now, { payments: [cash('50.00', '10.00')] });
  await setTips({ enabled: false, percentages: [], max_percent: 50 });
  const { body } = await tills.counter.post('/pos/sync/', {
    terminal_id: 'T-001',
    entries: till.entries,
  });
  await setTips({ enabled: true, percentages: [5, 10, 15], max_percent: 50 });
  expect(body.results).toMatchObject([
    { counter: 1, status: 'accepted' },
    { counter: 2, status: 'held', reason: 'TIP_TOO_HIGH' },
  ]);
  expect(await read(body.results[0].transaction_id)).toMatchObject({
    till_number: 'T-001-000001',
    changeDue: '4.47',
    tip: '2.00',
  });
});
