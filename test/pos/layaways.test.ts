import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelUnpaidLayaways,
  expireLayaways,
} from '../../src/domains/layaways/expire-layaways.js';
import { remindCustomers } from '../../src/domains/layaways/remind-customers.js';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { customer } from '../../src/seed/data.js';
import { airportManager } from '../reconciliation/support.js';
import { article, levelOf } from '../storefront/checkout-support.js';
import { DAY_MS } from '../storefront/support.js';
import { mailsTo } from '../support/mails.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
beforeAll(async () => {
  shop = await openShop({ clock });
  counter = counterOf(shop);
  await fee('5.00');
});
afterAll(async () => {
  const violated = (await checkInvariants(shop.platform.db)).filter(one => one.offending > 0);
  expect(violated).toEqual([]);
  await shop.close();
});

const LAYAWAYS = '/layaways/';
const cash = (amount: string) => ({ payment_method_id: 'cash', tendered_amount: amount });
const manager = () => shop.officeToken('manager');
const elsewhere = () => shop.tillToken('EMP005');
const fee = async (amount: string) =>
  shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
    token: await manager(),
    body: { layaway_fee: amount },
  });

const body = (sku: string, more: object = {}) => ({
  line_items: [{ sku, quantity: 2 }],
  customer_id: customer.id,
  deposit: cash('20.00'),
  ...more,
});
const create = (sku: string, more: object = {}, token?: string, headers = {}) =>
  counter.post(LAYAWAYS, body(sku, more), token, headers);
/** Two of an article at 50.00 with its stock; 108.25 with tax. */
const kept = async (sku: string, stock = 5, more: object = {}) => {
  await article(shop, sku, { stock, price: '50.00' });
  const reply = await create(sku, more);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body as { id: string; transaction_id: string };
};
const pay = (id: string, amount: string, token?: string, headers = {}) =>
  counter.post(`${LAYAWAYS}${id}/pay/`, cash(amount), token, headers);
const cancel = async (id: string, more: object = {}, token?: string) =>
  counter.post(`${LAYAWAYS}${id}/cancel/`, more, token ?? (await manager()));
const read = async (id: string, token?: string) =>
  counter.get(`${LAYAWAYS}${id}/`, token ?? (await manager()));
const liability = async () => {
  const date = clock.now().toISOString().slice(0, 10);
  const { body: answer } = await counter.get(`${LAYAWAYS}liability/?date=${date}`, await manager());
  return (
    answer.liabilities.find((row: { store: string }) => row.store === DOWNTOWN_ID) ?? {
      layaways: 0,
      received: '0.00',
      completed: '0.00',
      refunded: '0.00',
      fees: '0.00',
      balance: '0.00',
    }
  );
};
const cents = (amount: string) => Math.round(Number(amount) * 100);

describe('a layaway', () => {
  it('reserves the goods, keeps the deposit and is found by its customer', async () => {
    const before = await liability();
    const made = await kept('LAY-A', 5, { note: 'Call first', pickup_name: 'Riley' });
    expect(made).toMatchObject({
      status: 'open',
      store: DOWNTOWN_ID,
      customer_id: customer.id,
      total_amount: '108.25',
      total_paid: '20.00',
      amount_due: '88.25',
      fee: '0.00',
      note: 'Call first',
      pickup_name: 'Riley',
      payment: { change_due: '0.00' },
    });
    expect(await levelOf(shop, 'LAY-A')).toEqual({ on_hand: 5, reserved: 2 });
    const sale = await counter.row(made.transaction_id);
    expect(sale).toMatchObject({ status: 'partially_paid', source_system: 'pos' });
    const days = (sale.expires_at?.getTime() ?? 0) - sale.created_at.getTime();
    expect(days).toBe(30 * DAY_MS);
    const listed = await counter.get(`${LAYAWAYS}?customer=${customer.id}&status=open`);
    expect(listed.body.map(({ id }: { id: string }) => id)).toContain(made.id);
    const open = (await counter.get('/pos/transactions/open/', await shop.tillToken())).body;
    expect(open.map((one: { transaction_id: string }) => one.transaction_id)).not.toContain(
      made.transaction_id,
    );
    const after = await liability();
    expect(cents(after.balance) - cents(before.balance)).toBe(2_000);
    expect(after.layaways - before.layaways).toBe(1);
    expect((await read(made.transaction_id)).body.id).toBe(made.id);
  });

  it('is paid in instalments; the last one hands the goods over, once', async () => {
    const { id, transaction_id } = await kept('LAY-B');
    const first = await pay(id, '40.00', undefined, { 'idempotency-key': 'lay-b-1' });
    expect(first.body).toMatchObject({ status: 'open', total_paid: '60.00', amount_due: '48.25' });
    const again = await pay(id, '40.00', undefined, { 'idempotency-key': 'lay-b-1' });
    expect(again.body).toEqual(first.body);
    // The till's own route takes an instalment, too.
    const part = await counter.pay(transaction_id, cash('8.25'));
    expect(part.body.transaction).toMatchObject({ status: 'partially_paid', total_paid: '68.25' });
    const last = await pay(id, '50.00');
    expect(last.body).toMatchObject({
      status: 'completed',
      total_paid: '108.25',
      amount_due: '0.00',
      payment: { change_due: '10.00' },
    });
    await expect.poll(() => levelOf(shop, 'LAY-B'), soon).toEqual({ on_hand: 3, reserved: 0 });
    expect((await pay(id, '1.00')).status).toBe(409);
    const late = await cancel(id);
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('INVALID_STATE');
  });

  it('that is paid and voided at once leaves the stock as it was', async () => {
    const { id, transaction_id } = await kept('LAY-C');
    await pay(id, '88.25');
    expect((await counter.voidSale(transaction_id)).status).toBe(200);
    await expect.poll(() => levelOf(shop, 'LAY-C'), soon).toEqual({ on_hand: 5, reserved: 0 });
    expect((await read(id)).body.status).toBe('cancelled');
  });

  it('refuses bad input, naming the field, and keeps nothing', async () => {
    await article(shop, 'LAY-D', { stock: 1, price: '50.00' });
    const counts = await counter.recordCounts();
    for (const [more, field] of [
      [{ customer_id: undefined }, 'customer_id'],
      [{ customer_id: '00000000-0000-4000-8000-00000000ffff' }, 'customer_id'],
      [{ deposit: cash('200.00') }, 'deposit.tendered_amount'],
      [{ deposit: cash('0.00') }, 'deposit.tendered_amount'],
      [{ deposit: { ...cash('5.00'), payment_method_id: 'nope' } }, 'deposit.payment_method_id'],
      [{ expires_at: '2020-01-01' }, 'expires_at'],
      [{ line_items: [{ sku: 'NO-SUCH', quantity: 1 }] }, 'line_items.0.sku'],
    ] as const) {
      const reply = await create('LAY-D', { line_items: [{ sku: 'LAY-D', quantity: 1 }], ...more });
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body.errors)).toContain(field);
    }
    const short = await create('LAY-D');
    expect(short.status).toBe(409);
    expect(short.body.code).toBe('INSUFFICIENT_STOCK');
    expect(await counter.recordCounts()).toEqual(counts);
    expect(await levelOf(shop, 'LAY-D')).toEqual({ on_hand: 1, reserved: 0 });
  });

  it('is not there for another store', async () => {
    const { id } = await kept('LAY-E');
    const away = await elsewhere();
    for (const reply of [
      await read(id, away),
      await pay(id, '5.00', away),
      await cancel(id, {}, away),
    ]) {
      expect(reply.status).toBe(404);
    }
    expect((await counter.get(LAYAWAYS, away)).body).toEqual([]);
    expect((await read(id)).body).toMatchObject({ status: 'open', total_paid: '20.00' });
  });

  it('is created once under one key', async () => {
    await article(shop, 'LAY-F', { stock: 5, price: '50.00' });
    const key = { 'idempotency-key': 'lay-f' };
    const first = await create('LAY-F', {}, undefined, key);
    const second = await create('LAY-F', {}, undefined, key);
    expect(second.body).toEqual(first.body);
    expect(await levelOf(shop, 'LAY-F')).toEqual({ on_hand: 5, reserved: 2 });
  });
});

describe('a race', () => {
  it('for the last goods keeps them for one of ten customers', async () => {
    await article(shop, 'LAY-LAST', { stock: 2, price: '50.00' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => create('LAY-LAST')));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    expect(await levelOf(shop, 'LAY-LAST')).toEqual({ on_hand: 2, reserved: 2 });
  });

  it('of the last payment and a cancellation has one winner', async () => {
    const { id } = await kept('LAY-RACE');
    const [paid, cancelled] = await Promise.all([pay(id, '88.25'), cancel(id)]);
    const { status } = (await read(id)).body;
    expect([paid.status, cancelled.status].sort()).toEqual([200, 409]);
    expect(status).toBe(paid.status === 200 ? 'completed' : 'cancelled');
    const left = paid.status === 200 ? 3 : 5;
    await expect
      .poll(() => levelOf(shop, 'LAY-RACE'), soon)
      .toEqual({ on_hand: left, reserved: 0 });
  });
});

describe('cancelling', () => {
  it('keeps the fee of the store and refunds the rest, once', async () => {
    const { id } = await kept('LAY-G');
    await pay(id, '10.00');
    const before = await liability();
    const reply = await cancel(id, { reason: 'Moved away' });
    expect(reply.body).toMatchObject({
      status: 'cancelled',
      total_paid: '30.00',
      fee: '5.00',
      amount_due: '0.00',
    });
    const amounts = reply.body.refunds.map(({ amount }: { amount: string }) => amount);
    expect(amounts).toEqual(['15.00', '10.00']);
    expect(await levelOf(shop, 'LAY-G')).toEqual({ on_hand: 5, reserved: 0 });
    expect((await cancel(id)).body).toMatchObject({ fee: '5.00', refunds: reply.body.refunds });
    const after = await liability();
    expect(cents(after.refunded) - cents(before.refunded)).toBe(2_500);
    expect(cents(after.fees) - cents(before.fees)).toBe(500);
    expect(cents(before.balance) - cents(after.balance)).toBe(3_000);
  });

  it('never keeps more than was paid, and a manager waives the fee', async () => {
    const small = await kept('LAY-H', 5, { deposit: cash('3.00') });
    expect((await cancel(small.id)).body).toMatchObject({ fee: '3.00', refunds: [] });
    const waived = await kept('LAY-I');
    const cashier = await shop.tillToken();
    expect((await cancel(waived.id, { waive_fee: true }, cashier)).status).toBe(403);
    const reply = await cancel(waived.id, { waive_fee: true });
    expect(reply.body.fee).toBe('0.00');
    expect(reply.body.refunds).toMatchObject([{ amount: '20.00' }]);
  });

  it('by a cashier needs an approval, and not by the route of open sales', async () => {
    const { id, transaction_id } = await kept('LAY-J');
    const cashier = await shop.tillToken();
    expect((await cancel(id, {}, cashier)).body.code).toBe('APPROVAL_REQUIRED');
    const reason = { reason: 'Gone' };
    const other = await counter.post(`/pos/transactions/${transaction_id}/cancel/`, reason);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('IS_LAYAWAY');
    const approval = await counter.approved('void', '20.00', { transaction_id });
    const reply = await cancel(id, { approval_request_id: approval }, cashier);
    expect(reply.body).toMatchObject({ status: 'cancelled', fee: '5.00' });
    // The till pays cash back from its own drawer.
    expect(reply.body.refunds).toMatchObject([
      { amount: '15.00', status: 'succeeded', way: 'cash' },
    ]);
  });
});

describe('the shift', () => {
  it('has the deposits in its drawer and shows them as owed', async () => {
    const token = await shop.tillToken('EMP003', 'T-077');
    const opened = await counter.post(
      '/cash-management/shifts/open/',
      { opening_float: '100.00', terminal_id: 'T-077' },
      token,
    );
    expect(opened.status).toBe(201);
    await article(shop, 'LAY-S', { stock: 5, price: '50.00' });
    const first = (await create('LAY-S', {}, token)).body;
    const second = (await create('LAY-S', {}, token)).body;
    await pay(first.id, '88.25', token);
    await cancel(second.id, {}, token);
    const report = await counter.get(`/cash-management/shifts/${opened.body.id}/x-report/`, token);
    expect(report.body).toMatchObject({
      layaways: { received: '128.25', completed: '108.25', refunded: '15.00' },
      cash: { sales: '128.25', refunds: '15.00', expected: '213.25' },
      numbers: { count: 1 },
    });
  });
});

describe('a deposit on the card reader', () => {
  const keptFor = async (sku: string) => {
    await article(shop, sku, { stock: 5, price: '50.00' });
    const made = await create(sku, { deposit: { payment_method_id: 'card' } });
    expect([made.status, made.body.payment]).toEqual([201, null]);
    expect(made.body).toMatchObject({ status: 'open', total_paid: '0.00', amount_due: '108.25' });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 5, reserved: 2 });
    return made.body as { id: string; transaction_id: string };
  };

  it('is charged after the goods are kept', async () => {
    const { id, transaction_id } = await keptFor('LAY-R');
    const card = `/pos/transactions/${transaction_id}/card/`;
    const started = await counter.post(card, { amount: '20.00', payment_method_id: 'card' });
    expect(started.status).toBe(202);
    await expect.poll(async () => (await read(id)).body.total_paid, soon).toBe('20.00');
    await cancelUnpaidLayaways(shop.platform);
    expect((await pay(id, '88.25')).body).toMatchObject({ status: 'completed' });
  });

  it('that does not come ends the layaway after half an hour, also by the cashier', async () => {
    const { id } = await keptFor('LAY-U');
    await cancelUnpaidLayaways(shop.platform);
    expect((await read(id)).body.status).toBe('open');
    aheadMs = 31 * 60_000;
    await cancelUnpaidLayaways(shop.platform);
    aheadMs = 0;
    expect((await read(id)).body).toMatchObject({ status: 'cancelled', fee: '0.00' });
    expect(await levelOf(shop, 'LAY-U')).toEqual({ on_hand: 5, reserved: 0 });
    const other = await keptFor('LAY-V');
    const ended = await cancel(other.id, {}, await shop.tillToken());
    expect([ended.status, ended.body.status]).toEqual([200, 'cancelled']);
    expect(await levelOf(shop, 'LAY-V')).toEqual({ on_hand: 5, reserved: 0 });
    const none = await create('LAY-V', { deposit: { payment_method_id: 'cash' } });
    expect([none.status, Object.keys(none.body.errors)]).toEqual([
      400,
      ['deposit.tendered_amount'],
    ]);
  });
});

describe('time', () => {
  it('is extended by a manager while the layaway is open', async () => {
    const { id, transaction_id } = await kept('LAY-X');
    const extend = async (days: number, token?: string) =>
      shop.call('PATCH', `${LAYAWAYS}${id}/`, {
        token: token ?? (await freshOffice()),
        body: { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() },
      });
    const before = (await read(id)).body;
    expect((await extend(60, await shop.tillToken())).status).toBe(403);
    expect((await extend(60, await airportManager(shop))).status).toBe(404);
    for (const days of [-1, 367]) {
      const refused = await extend(days);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['expires_at']]);
    }
    expect((await read(id)).body).toEqual(before);

    aheadMs = 25 * DAY_MS;
    await remindCustomers(shop.platform);
    const extended = await extend(60);
    expect([extended.status, extended.body.reminded_at]).toEqual([200, null]);
    aheadMs = 31 * DAY_MS;
    await expireLayaways(shop.platform);
    const office = await freshOffice();
    expect((await read(id, office)).body).toEqual(extended.body);
    expect(await levelOf(shop, 'LAY-X')).toEqual({ on_hand: 5, reserved: 2 });
    aheadMs = 54 * DAY_MS;
    await remindCustomers(shop.platform);
    const mails = await mailsTo(shop, customer.email);
    expect(mails.filter(mail => mail.subject.includes(transaction_id))).toHaveLength(2);
    const paid = await shop.call('POST', `${LAYAWAYS}${id}/pay/`, {
      // At another till, because a login ends the one before at the same till.
      token: await freshTill('EMP002', '2345', 'T-002'),
      body: cash('88.25'),
    });
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    const late = await extend(90);
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE']);
    aheadMs = 0;
  });

  it('reminds the customer once, and ends the layaway: goods on sale, money with a manager', async () => {
    const { id, transaction_id } = await kept('LAY-T');
    const remindersOf = async () =>
      (await mailsTo(shop, customer.email)).filter(mail => mail.subject.includes(transaction_id));
    await remindCustomers(shop.platform);
    expect(await remindersOf()).toEqual([]);
    aheadMs = 24 * DAY_MS;
    await remindCustomers(shop.platform);
    await remindCustomers(shop.platform);
    const [mail, ...more] = await remindersOf();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Your layaway ${transaction_id}`);
    expect(mail?.body_text).toContain('Paid: 20.00 USD\nStill to pay: 88.25 USD\n');
    expect((await read(id, await freshOffice())).body.reminded_at).not.toBeNull();

    aheadMs = 31 * DAY_MS;
    const late = await shop.call('POST', `${LAYAWAYS}${id}/pay/`, {
      token: await freshTill(),
      body: cash('88.25'),
    });
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('LAYAWAY_EXPIRED');
    expect(await levelOf(shop, 'LAY-T')).toEqual({ on_hand: 5, reserved: 2 });
    await expireLayaways(shop.platform);
    await expireLayaways(shop.platform);
    expect(await levelOf(shop, 'LAY-T')).toEqual({ on_hand: 5, reserved: 0 });
    const office = await freshOffice();
    expect((await read(id, office)).body).toMatchObject({ status: 'expired', total_paid: '20.00' });
    const tasks = (await counter.get('/tasks/?store=DOWNTOWN&limit=200', office)).body;
    expect(
      tasks.filter(
        ({ task_id }: { task_id: string }) => task_id === `layaway-expired-${transaction_id}`,
      ),
    ).toHaveLength(1);
    const ended = await cancel(id, {}, office);
    expect(ended.body).toMatchObject({ status: 'cancelled', fee: '5.00' });
    expect(await levelOf(shop, 'LAY-T')).toEqual({ on_hand: 5, reserved: 0 });
  });
});

/** Logins of before have ended when the clock is a month ahead. */
const freshTill = async (employee_id = 'EMP001', pin_code = '1234', terminal_id = 'T-001') =>
  (
    await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id, pin_code, store_id: 'DOWNTOWN', terminal_id },
    })
  ).body.token as string;
const freshOffice = async () =>
  (
    await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    })
  ).body.access as string;
