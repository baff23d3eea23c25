import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { writeMail } from '../support/mails.js';
import { basket, counterOf, MUG } from '../transactions/support.js';
import { type Account, deliver, follow, mailsAbout, orderAs, signIn } from './account-support.js';
import { article, openCheckoutShop } from './checkout-support.js';
import type { Reply, Shop } from './support.js';

let shop: Shop;
let account: Account;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await article(shop, 'BACK-1', { price: '10.00', stock: 100 });
  account = await signIn(shop);
});
afterAll(() => shop.close());

const office = async (method: string, url: string, body?: object): Promise<Reply> =>
  shop.call(method, url, { token: await shop.officeToken(), body });

/** An order that has left the store, with the id of its line. */
async function shipped(quantity = 2): Promise<{ number: string; line: string }> {
  const number = await orderAs(shop, account, [['BACK-1', quantity]]);
  await deliver(shop, number, 'ship', { carrier_name: 'UPS' });
  return { number, line: (await account.order(number)).body.line_items[0].id };
}

const wanted = (line: string, quantity = 1) => ({
  return_reason: 'changed_mind',
  notes: 'Too small',
  line_items: [{ line_id: line, quantity }],
});

const taskOf = async (returnNumber: string) => {
  const [row] = await statement<{ status: string; store_id: string; title: string }>(
    shop.platform.db,
    'select status, store_id, title from tasks where task_id = $1',
    [`return-request-${returnNumber}`],
  );
  return row;
};
const returnsOf = (number: string) =>
  statement<{ status: string }>(
    shop.platform.db,
    `select r.status from returns r join transactions t on t.id = r.transaction_id
     where t.transaction_number = $1 order by r.id`,
    [number],
  );
const mailsFor = async (returnNumber: string) =>
  (await mailsAbout(shop, 'return_request')).filter(mail => mail.subject.includes(returnNumber));

describe('a return request', () => {
  it('waits for staff, who accept it; the customer gets a mail for each step', async () => {
    const { number, line } = await shipped();
    const { status, body } = await account.giveBack(number, wanted(line));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'pending',
      return_reason: 'changed_mind',
      can_withdraw: true,
      refund_amount: '10.83',
      line_items: [{ line_id: line, sku: 'BACK-1', quantity: 1 }],
    });
    const ret = body.return_number;
    expect(await taskOf(ret)).toMatchObject({
      status: 'pending',
      title: `Return request ${ret} for order ${number}`,
    });
    const [listed] = (await office('GET', '/returns/?status=pending&requested_online=true')).body;
    expect(listed).toMatchObject({ return_number: ret, requested_online: true });
    const decided = await office('POST', `/returns/${listed.id}/approve/`, {
      decision_note: 'Use the label in the parcel.',
    });
    expect([decided.status, decided.body.status]).toEqual([200, 'approved']);
    expect((await taskOf(ret))?.status).toBe('completed');
    await follow(shop, /^returns:/);
    await follow(shop, /^returns:/);
    const mails = await mailsFor(ret);
    expect(mails.map(mail => mail.subject)).toEqual([
      `We have your return request ${ret}`,
      `Your return ${ret} is accepted`,
    ]);
    expect(mails[1]?.body_text).toContain('Goods: 1 x BACK-1');
    expect(mails[1]?.body_text).toContain('Refund: 10.83 USD');
    expect(mails[1]?.body_text).toContain('Note from the store: Use the label in the parcel.');
    const shown = (await account.order(number)).body;
    expect(shown.returns).toMatchObject([
      { status: 'approved', decision_note: 'Use the label in the parcel.', can_withdraw: false },
    ]);
    expect([shown.status, shown.refunds, shown.line_items[0].returnable_quantity]).toEqual([
      'completed',
      [],
      1,
    ]);
  });

  it('is refunded when the goods have arrived', async () => {
    const { number, line } = await shipped();
    const { return_number: ret } = (await account.giveBack(number, wanted(line, 2))).body;
    await office('POST', `/returns/${ret}/approve/`);
    await office('POST', `/returns/${ret}/receive/`);
    const done = await office('POST', `/returns/${ret}/complete/`);
    expect([done.status, done.body.status]).toEqual([200, 'completed']);
    const { body } = await account.order(number);
    expect([body.status, body.refunds[0].amount]).toEqual(['refunded', body.total_amount]);
  });

  it('is mailed in the words of the store, which keep the numbers', async () => {
    await writeMail(shop, 'DOWNTOWN/return_received/en', {
      subject: 'Return {number}',
      intro: 'Thank you, {store} has it.',
    });
    const { number, line } = await shipped();
    const { return_number: ret } = (await account.giveBack(number, wanted(line))).body;
    await follow(shop, /^returns:/);
    const [mail] = await mailsFor(ret);
    expect(mail?.subject).toBe(`Return ${ret}`);
    expect(mail?.body_text).toContain(
      `Thank you, Tillhouse Downtown has it.\n\nOrder: ${number}\n\nReturn number: ${ret}\n`,
    );
  });

  it('that staff refuse frees the goods for another one, and says why', async () => {
    const { number, line } = await shipped(1);
    const { return_number: ret } = (await account.giveBack(number, wanted(line))).body;
    expect(await account.giveBack(number, wanted(line))).toMatchObject({
      status: 409,
      body: { code: 'RETURN_NOT_POSSIBLE' },
    });
    await office('POST', `/returns/${ret}/reject/`, { decision_note: 'It was used.' });
    await follow(shop, /^returns:/);
    const [, refused] = await mailsFor(ret);
    expect(refused?.subject).toBe(`Your return request ${ret} is refused`);
    expect(refused?.body_text).toContain('Note from the store: It was used.');
    expect(refused?.body_text).not.toContain('Refund');
    expect((await taskOf(ret))?.status).toBe('completed');
    expect((await account.giveBack(number, wanted(line))).status).toBe(201);
  });

  it('can be withdrawn until staff have decided', async () => {
    const { number, line } = await shipped(1);
    const { return_number: ret } = (await account.giveBack(number, wanted(line))).body;
    const url = `/web-commerce/orders/${number}/returns/${ret}/cancel/`;
    expect((await account.call('POST', url)).body.status).toBe('cancelled');
    expect((await taskOf(ret))?.status).toBe('completed');
    expect(await account.call('POST', url)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    });
    expect((await account.order(number)).body.line_items[0].returnable_quantity).toBe(1);
  });

  it('that is sent again with its key is one request', async () => {
    const { number, line } = await shipped();
    const key = { 'idempotency-key': 'return-1' };
    const first = await account.giveBack(number, wanted(line), key);
    const again = await account.giveBack(number, wanted(line), key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await returnsOf(number)).toEqual([{ status: 'pending' }]);
  });

  it('works for a purchase at a till', async () => {
    const till = await counterOf(shop).sold(
      { payment_method_id: 'cash' },
      basket([MUG], '1.03', { customer_id: customer.id }),
    );
    const [line] = (await account.order(till)).body.line_items;
    expect((await account.giveBack(till, wanted(line.id))).body.refund_amount).toBe('13.53');
  });

  it('is refused for goods that have not left, too many, unknown ones and strangers', async () => {
    const open = await orderAs(shop, account, [['BACK-1', 1]]);
    const [line] = (await account.order(open)).body.line_items;
    expect(await account.giveBack(open, wanted(line.id))).toMatchObject({
      status: 409,
      body: { code: 'RETURN_NOT_POSSIBLE' },
    });
    const sent = await shipped();
    expect(await account.giveBack(sent.number, wanted(sent.line, 3))).toMatchObject({
      status: 400,
      body: { code: 'RETURN_EXCEEDS_SALE' },
    });
    expect(await account.giveBack(sent.number, wanted(line.id))).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_LINE' },
    });
    const stranger = await signIn(shop, 'manager', 'manager-demo');
    expect((await stranger.giveBack(sent.number, wanted(sent.line))).status).toBe(404);
    expect([...(await returnsOf(open)), ...(await returnsOf(sent.number))]).toEqual([]);
  });

  it('of one store is not decided by a manager of another one', async () => {
    const { number, line } = await shipped(1);
    const { return_number: ret } = (await account.giveBack(number, wanted(line))).body;
    const { headers } = await logInCallers(shop);
    const url = `/returns/${ret}/reject/`;
    const reply = await shop.call('POST', url, { headers: headers['manager elsewhere'], body: {} });
    expect(reply.status).toBe(404);
    expect(await returnsOf(number)).toEqual([{ status: 'pending' }]);
  });
});
