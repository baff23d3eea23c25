import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireSales } from '../../src/domains/transactions/ending/expire-sales.js';
import { statement } from '../../src/platform/database/tx.js';
import { atTill, type Frame, listen } from '../realtime/listener.js';
import { DAY_MS } from '../storefront/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  mug,
  TEE,
} from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
const clock = { now: () => new Date() };
beforeAll(async () => {
  shop = await openShop({ clock });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const OPEN = '/pos/transactions/open/';
const cash = (amount: string) => ({ payment_method_id: 'cash', tendered_amount: amount });
const other = () => shop.tillToken('EMP002');
const elsewhere = () => shop.tillToken('EMP005');
const manager = () => shop.tillToken('EMP003');

const cancel = async (sale: string, token?: string, body: object = {}, headers = {}) =>
  counter.post(
    `/pos/transactions/${sale}/cancel/`,
    { reason: 'The customer left', ...body },
    token ?? (await manager()),
    headers,
  );
const listed = async (sale: string, token?: string) =>
  (await counter.get(OPEN, token ?? (await other()))).body.find(
    ({ transaction_id }: { transaction_id: string }) => transaction_id === sale,
  );
const statusOf = async (sale: string) => (await counter.row(sale)).status;
const refundsOf = (sale: string) =>
  statement<{ amount: string; cause: string; shift_id: string | null }>(
    shop.platform.db,
    `select r.amount, r.cause, r.shift_id from refunds r
     join transactions t on t.id = r.transaction_id where t.transaction_number = $1 order by r.id`,
    [sale],
  );

async function partlyPaid(amount = '2.00', body = mug()): Promise<string> {
  const sale = await counter.ring(body);
  const reply = await counter.pay(sale, cash(amount));
  if (reply.status !== 202) throw new Error(reply.text);
  return sale;
}

describe('open sales', () => {
  it('are listed at every till of the store with what is paid and due', async () => {
    const sale = await partlyPaid('2.00', basket([{ ...MUG, quantity: 2 }, TEE], '4.13'));
    expect(await listed(sale)).toEqual({
      transaction_id: sale,
      status: 'partially_paid',
      currency: 'USD',
      subtotal: '50.00',
      tax_amount: '4.13',
      prices_include_tax: false,
      total_amount: '54.13',
      total_paid: '2.00',
      amount_due: '52.13',
      terminal_id: 'T-001',
      employee: {
        id: expect.any(String),
        employee_id: 'EMP001',
        name: expect.stringMatching(/\w/),
      },
      created_at: expect.stringMatching(/Z$/),
      lines: [
        expect.objectContaining({ sku: 'MUG-WHITE', quantity: 2, subtotal: '25.00' }),
        expect.objectContaining({ sku: TEE.sku, quantity: 1, subtotal: '25.00' }),
      ],
      payments: [
        expect.objectContaining({
          payment_method: 'cash',
          method_type: 'cash',
          amount: '2.00',
          register_id: 'T-001',
        }),
      ],
    });
    expect(await listed(sale, await elsewhere())).toBeUndefined();
  });

  it('are not for the back office, and leave the list when they are paid', async () => {
    expect((await counter.get(OPEN)).body.code).toBe('TERMINAL_REQUIRED');
    const sale = await counter.ring();
    expect((await listed(sale)).status).toBe('pending');
    expect((await counter.pay(sale, cash('13.53'))).status).toBe(202);
    expect(await listed(sale)).toBeUndefined();
  });

  it('are paid on at another till, into its own shift', async () => {
    const sale = await partlyPaid();
    const till = await other();
    const shift = await shop.call('POST', '/cash-management/shifts/', {
      token: till,
      body: { opening_float: '50.00' },
    });
    expect((await counter.pay(sale, cash('20.00'), await elsewhere())).status).toBe(404);
    const rest = await counter.pay(sale, cash('20.00'), till);
    expect(rest.body.transaction).toMatchObject({ status: 'completed', change_due: '8.47' });
    const [first, second] = await counter.payments(sale);
    expect([first?.register_id, first?.amount]).toEqual(['T-001', '2.00']);
    expect([second?.register_id, second?.amount]).toEqual(['T-002', '11.53']);
    expect(second?.shift_id).toBe(shift.body.id);
  });
});

describe('cancelling', () => {
  it('gives back each tender from the till that cancels', async () => {
    const till = await manager();
    const shift = await shop.call('POST', '/cash-management/shifts/', {
      token: till,
      body: { opening_float: '50.00' },
    });
    const intent = await counter.charge('3.00');
    const sale = await partlyPaid();
    const card = {
      payment_method_id: 'card',
      tendered_amount: '3.00',
      processor_transaction_id: intent,
    };
    expect((await counter.pay(sale, card)).status).toBe(202);
    const reply = await cancel(sale, till);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      transaction: {
        transaction_id: sale,
        status: 'voided',
        total_amount: '13.53',
        void_reason: 'The customer left',
      },
    });
    const amounts = reply.body.refunds.map((refund: { amount: string; status: string }) => [
      refund.amount,
      refund.status,
    ]);
    expect(amounts).toEqual([
      ['2.00', 'succeeded'],
      ['3.00', 'succeeded'],
    ]);
    const [inCash] = await refundsOf(sale);
    expect(inCash).toEqual({ amount: '2.00', cause: 'void', shift_id: shift.body.id });
    expect(await listed(sale)).toBeUndefined();
    const again = await cancel(sale, till);
    expect([again.status, again.body]).toEqual([200, reply.body]);
    expect(await refundsOf(sale)).toHaveLength(2);
  });

  it('needs an approval of staff who may not void, once money was taken', async () => {
    const unpaid = await counter.ring();
    expect((await cancel(unpaid, await shop.tillToken())).status).toBe(200);
    expect(await statusOf(unpaid)).toBe('voided');
    const sale = await partlyPaid();
    const before = await counter.recordCounts();
    const refused = await cancel(sale, await shop.tillToken());
    expect([refused.status, refused.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect(await counter.recordCounts()).toEqual(before);
    const approval = await counter.approved('void', '13.53', { transaction_id: sale });
    const body = { approval_request_id: approval };
    expect((await cancel(sale, await shop.tillToken(), body)).status).toBe(200);
    expect(await counter.approvalStatus(approval)).toBe('consumed');
    expect((await refundsOf(sale)).map(({ amount }) => amount)).toEqual(['2.00']);
  });

  it('needs no approval where the policy of the store waives it', async () => {
    const policy = async (approval_policy: object) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', {
        token: await shop.officeToken('admin'),
        body: { approval_policy },
      });
    const sale = await partlyPaid();
    expect((await policy({ void: false })).status).toBe(200);
    expect((await cancel(sale, await shop.tillToken())).status).toBe(200);
    expect((await policy({})).status).toBe(200);
  });

  it('is refused for a paid sale and for a till of another store', async () => {
    const sold = await counter.sold({ payment_method_id: 'cash' });
    const partly = await partlyPaid();
    await shop.settleEvents();
    const before = await counter.recordCounts();
    const paid = await cancel(sold);
    expect([paid.status, paid.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await cancel(partly, await elsewhere())).status).toBe(404);
    expect((await cancel('TXN-20200101-00000000')).status).toBe(404);
    expect((await cancel(partly, undefined, { reason: '' })).status).toBe(400);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('tells every till of the store, also the one that rang the sale up', async () => {
    await listen(shop);
    const till = await atTill(shop, 'T-001', await shop.tillToken());
    const abroad = await atTill(shop, 'T-101', await elsewhere());
    await Promise.all([till.hello(), abroad.hello()]);
    const sale = await partlyPaid();
    expect((await cancel(sale)).status).toBe(200);
    const isEnd = ({ event, data }: Frame) =>
      event === 'transaction.updated' && data.status === 'voided' && data.transaction_id === sale;
    await till.until(({ events }) => events.some(isEnd));
    expect(till.events.find(isEnd)).toMatchObject({
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      data: { previous_status: 'partially_paid', status: 'voided' },
    });
    expect(abroad.events).toEqual([]);
    await Promise.all([till.close(), abroad.close()]);
  });

  it('replays the answer for a repeated key', async () => {
    const sale = await partlyPaid();
    const key = { 'idempotency-key': `cancel-${sale}` };
    const first = await cancel(sale, await manager(), {}, key);
    const second = await cancel(sale, await manager(), {}, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('a cancel that races', () => {
  const ROUNDS = 12;
  const codes = (replies: Reply[]) => replies.map(({ status }) => status);

  it('with the last payment: either the sale is paid, or all money goes back', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await partlyPaid();
      const till = await other();
      const work = [() => cancel(sale), () => counter.pay(sale, cash('11.53'), till)];
      if (round % 2 === 1) work.reverse();
      const replies = await Promise.all(work.map(run => run()));
      if (round % 2 === 1) replies.reverse();
      const status = await statusOf(sale);
      ends.add(status);
      const given = (await refundsOf(sale)).map(({ amount }) => amount);
      if (status === 'completed') {
        expect([codes(replies), given]).toEqual([[409, 202], []]);
      } else {
        expect([status, codes(replies), given]).toEqual(['voided', [200, 409], ['2.00']]);
      }
    }
    expect([...ends].every(end => ['completed', 'voided'].includes(end))).toBe(true);
  });

  it('with a void from the desk and with itself gives the money back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await partlyPaid();
      const replies = await Promise.all([
        counter.voidSale(sale),
        cancel(sale),
        cancel(sale, await manager()),
      ]);
      expect(codes(replies)).toEqual([200, 200, 200]);
      expect((await refundsOf(sale)).map(({ amount }) => amount)).toEqual(['2.00']);
      expect((await counter.payments(sale)).map(({ status }) => status)).toEqual(['voided']);
    }
  });

  it('with another cancel uses one approval once', async () => {
    const sale = await partlyPaid();
    const approval = await counter.approved('void', '13.53', { transaction_id: sale });
    const token = await shop.tillToken();
    const body = { approval_request_id: approval };
    const replies = await Promise.all([cancel(sale, token, body), cancel(sale, token, body)]);
    expect(codes(replies)).toEqual([200, 200]);
    expect(await refundsOf(sale)).toHaveLength(1);
  });
});

describe('the clean-up of open sales', () => {
  it('expires unpaid till sales after 24 hours, and asks about partly paid ones once', async () => {
    const unpaid = await counter.ring();
    const partly = await partlyPaid('2.00');
    const web = await counter.post(
      '/transactions/',
      { storeId: 'DOWNTOWN' },
      await shop.officeToken(),
    );
    clock.now = () => new Date(Date.now() + DAY_MS - 60_000);
    await expireSales(shop.platform);
    expect(await statusOf(unpaid)).toBe('pending');
    clock.now = () => new Date(Date.now() + DAY_MS + 60_000);
    await expireSales(shop.platform);
    await expireSales(shop.platform);
    expect(await statusOf(unpaid)).toBe('expired');
    expect(await statusOf(partly)).toBe('partially_paid');
    expect(await statusOf(web.body.transactionId)).toBe('pending');
    const tasks = await shop.platform.db
      .selectFrom('tasks')
      .select(['title', 'description', 'store_id'])
      .where('task_id', '=', `partly-paid-${partly}`)
      .execute();
    expect(tasks).toEqual([
      {
        title: `Sale ${partly} is partly paid`,
        description: expect.stringContaining('2.00 of 13.53 USD was paid at till T-001'),
        store_id: DOWNTOWN_ID,
      },
    ]);
    clock.now = () => new Date();
    const late = await counter.pay(unpaid, cash('13.53'));
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE']);
  });
});
