import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { firstWords, statementsOf } from '../support/count-statements.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { insertStoreCredit } from '../support/store-credit.js';
import {
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  mug,
  TEE,
  UUID,
  WINE,
} from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const CREATE = '/pos/transactions/create/';
const cash = (tendered: string) => ({ payment_method_id: 'cash', tendered_amount: tendered });
const run = (text: string, values: unknown[] = []) => statement(shop.platform.db, text, values);
const sell = (payment: object, body: object = mug(), headers = {}): Promise<Reply> =>
  counter.post(CREATE, { ...body, payment }, undefined, headers);

async function refused(payment: object, body: object = mug(), headers = {}): Promise<Reply> {
  const before = await counter.recordCounts();
  const reply = await sell(payment, body, headers);
  expect(await counter.recordCounts()).toEqual(before);
  return reply;
}

const eventsOf = async (number: string) => {
  await shop.settleEvents();
  const { id } = await counter.row(number);
  return shop.platform.db
    .selectFrom('events')
    .select(['event', 'data', 'terminal_id'])
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
};

describe('a sale with its payment in one request', () => {
  it("answers as create does, with the payment's fields", async () => {
    const reply = await sell(cash('20.00'));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      success: true,
      transaction: {
        transaction_id: expect.stringMatching(/^TXN-\d{8}-[0-9A-F]{8}$/),
        status: 'completed',
        total_amount: '13.53',
        created_at: expect.stringMatching(/Z$/),
        price_overridden: false,
        prices_include_tax: false,
        tax_variance: '0.00',
        total_paid: '13.53',
        change_due: '6.47',
        completed_at: expect.stringMatching(/Z$/),
        amount_due: '0.00',
        payment_id: expect.stringMatching(UUID),
      },
    });
  });

  it('stores what two requests store', async () => {
    const { body } = await sell(cash('20.00'));
    const one = body.transaction.transaction_id;
    const two = await counter.ring();
    await counter.pay(two, cash('20.00'));
    const differs = new Set(['id', 'transaction_number', 'created_at', 'completed_at']);
    const rest = (row: object) =>
      Object.fromEntries(
        Object.entries(row).filter(([key]) => !differs.has(key) && !/_at$|_id$/.test(key)),
      );
    expect(rest(await counter.row(one))).toEqual(rest(await counter.row(two)));
    const [paidOnce] = await counter.payments(one);
    const [paidTwice] = await counter.payments(two);
    expect(rest(paidOnce ?? {})).toEqual(rest(paidTwice ?? {}));
    expect(paidOnce).toMatchObject({
      register_id: 'T-001',
      payment_method_id: paidTwice?.payment_method_id,
    });
    const [before, after] = [await eventsOf(two), await eventsOf(one)];
    const named = (events: typeof before) =>
      events.map(({ event, data, terminal_id }) => ({
        event,
        terminal_id,
        data: { ...(data as object), transaction_id: '' },
      }));
    expect(named(after)).toEqual(named(before));
    expect(after.map(({ data }) => (data as { transaction_id: string }).transaction_id)).toEqual([
      one,
      one,
    ]);
  });

  it('is one statement', async () => {
    await sell(cash('20.00'));
    const texts = await statementsOf(() => sell(cash('20.00')));
    expect(firstWords(texts)).toEqual(['with shift as']);
  });

  it('takes a part, and the rest comes by the payment route', async () => {
    const { body } = await sell(cash('5.00'));
    expect(body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '5.00',
      amount_due: '8.53',
      completed_at: null,
    });
    const number = body.transaction.transaction_id;
    expect((await counter.pay(number, cash('8.53'))).body.transaction.status).toBe('completed');
    expect((await eventsOf(number)).map(({ event }) => event)).toEqual([
      'transaction.created',
      'transaction.updated',
      'transaction.completed',
    ]);
  });

  it('takes a slip of a card terminal, and an age check', async () => {
    const card = { payment_method_id: 'card', tendered_amount: '13.53', reference: 'SLIP-1' };
    expect((await sell(card)).body.transaction.status).toBe('completed');
    const age_check = { method: 'visual', confirmed: true };
    const wine = basket([WINE], '1.73');
    const aged = await sell({ ...cash('30.00'), age_check }, wine);
    expect(aged.body.transaction.status).toBe('completed');
    expect((await counter.row(aged.body.transaction.transaction_id)).age_check).toMatchObject({
      method: 'visual',
    });
  });

  it('spends a store credit', async () => {
    const sale = await counter.row(await counter.sold(cash('13.53')));
    const returnId = crypto.randomUUID();
    await run(
      `insert into returns (id, return_number, transaction_id, store_id, return_reason, refund_amount)
       values ($3, 'RET-ONE', $1, $2, 'other', 20)`,
      [sale.id, DOWNTOWN_ID, returnId],
    );
    const issued = { code: 'SC-ONE', storeId: DOWNTOWN_ID, returnId, amount: '20.00' };
    await insertStoreCredit(shop.platform.db, issued);
    const credit = { payment_method_id: 'store_credit', store_credit_code: 'SC-ONE' };
    expect((await sell({ ...credit, tendered_amount: '13.53' })).status).toBe(201);
    const over = await refused({ ...credit, tendered_amount: '13.53' });
    expect([over.status, over.body.code]).toEqual([400, 'INSUFFICIENT_CREDIT']);
    expect(Object.keys(over.body.details)).toEqual(['payment.store_credit_code']);
  });

  it('uses its approval with the sale, and keeps it when the payment is refused', async () => {
    await run(
      `update stores set approval_policy = '{"price_override": true}' where code = 'DOWNTOWN'`,
    );
    try {
      const id = await counter.approved('price_override', '5.00');
      const cheap = basket([{ ...MUG, price: '10.00' }], '0.83', { approval_request_id: id });
      const declined = await refused(cash('0.00'), cheap);
      expect([declined.status, declined.body.code]).toEqual([400, 'NOTHING_TENDERED']);
      expect(await counter.approvalStatus(id)).toBe('approved');
      expect((await sell(cash('20.00'), cheap)).body.transaction.price_overridden).toBe(true);
      expect(await counter.approvalStatus(id)).toBe('consumed');
    } finally {
      await run(`update stores set approval_policy = '{}' where code = 'DOWNTOWN'`);
    }
  });
});

describe('a sale with its payment is refused as a whole', () => {
  it.each([
    [
      'an unknown method',
      { payment_method_id: 'gold', tendered_amount: '20.00' },
      'UNKNOWN_PAYMENT_METHOD',
      'payment_method_id',
    ],
    [
      'a promise to pay',
      { payment_method_id: 'pay_at_store', tendered_amount: '20.00' },
      'METHOD_NOT_USABLE',
      'payment_method_id',
    ],
    [
      'a card on the reader',
      { payment_method_id: 'card', tendered_amount: '13.53' },
      'METHOD_NOT_USABLE',
      'payment_method_id',
    ],
    [
      'change on a card',
      { payment_method_id: 'card', tendered_amount: '14.00', reference: 'S' },
      'NO_CHANGE_FOR_CARD',
      'tendered_amount',
    ],
    [
      'nothing tendered',
      { payment_method_id: 'cash', tendered_amount: '0.00' },
      'NOTHING_TENDERED',
      'tendered_amount',
    ],
    [
      'an unknown credit',
      { payment_method_id: 'store_credit', tendered_amount: '1.00', store_credit_code: 'SC-NONE' },
      'UNKNOWN_STORE_CREDIT',
      'store_credit_code',
    ],
    [
      'a card number',
      {
        payment_method_id: 'card',
        tendered_amount: '13.53',
        reference: '4111111111111111',
      },
      'INVALID',
      'reference',
    ],
  ])('for %s', async (_, payment, code, field) => {
    const reply = await refused(payment);
    expect([reply.status, reply.body.code, Object.keys(reply.body.details)]).toEqual([
      400,
      code,
      [`payment.${field}`],
    ]);
  });

  it('for an age that nobody has checked', async () => {
    const reply = await refused(cash('30.00'), basket([WINE], '1.73'));
    expect([reply.status, reply.body.code]).toEqual([400, 'AGE_CHECK_REQUIRED']);
  });

  it('for what refuses a sale without a payment', async () => {
    const wrong = { ...mug(), total_amount: '13.00' };
    const reply = await refused(cash('20.00'), wrong);
    expect([reply.status, reply.body.code]).toEqual([400, 'SUM_MISMATCH']);
    const bad = await refused({ payment_method_id: 'cash', tendered_amount: 'much' });
    expect([bad.status, Object.keys(bad.body.details)]).toEqual([400, ['payment.tendered_amount']]);
  });

  it('for a shift that is not open, and books into the shift that is', async () => {
    await run(`update stores set require_shift = true where code = 'DOWNTOWN'`);
    try {
      const reply = await refused(cash('20.00'));
      expect([reply.status, reply.body.code]).toEqual([409, 'SHIFT_REQUIRED']);
      const opened = await counter.post('/cash-management/shifts/open/', {
        opening_float: '100.00',
      });
      expect(opened.status).toBe(201);
      const { body } = await sell(cash('20.00'));
      const [payment] = await counter.payments(body.transaction.transaction_id);
      expect(payment?.shift_id).toBe(opened.body.id);
    } finally {
      await run(`update stores set require_shift = false where code = 'DOWNTOWN'`);
    }
  });

  it('for a charge that has paid another sale', async () => {
    const charge = await counter.charge('13.53');
    const card = {
      payment_method_id: 'card',
      tendered_amount: '13.53',
      processor_transaction_id: charge,
    };
    expect((await sell(card)).status).toBe(201);
    const reply = await refused(card);
    expect([reply.status, reply.body.code]).toEqual([409, 'PROCESSOR_PAYMENT_USED']);
  });

  it('for goods above a purchase limit, and for a customer without an identity', async () => {
    await counter.post(
      '/compliance/purchase-limits/',
      { name: 'Two', everything: true, max_quantity: 2, period: 'transaction' },
      await shop.officeToken(),
    );
    const three = basket([{ ...TEE, quantity: 3 }], '6.19');
    const limited = await refused(cash('100.00'), three);
    expect([limited.status, limited.body.code]).toEqual([400, 'PURCHASE_LIMIT_EXCEEDED']);
    expect((await sell(cash('100.00'), mug())).status).toBe(201);
    await run('delete from purchase_limits');
    await run('update products set requires_kyc = true');
    const strict = await refused(cash('20.00'));
    expect([strict.status, strict.body.code]).toEqual([409, 'KYC_REQUIRED']);
    await run('update products set requires_kyc = false');
    expect((await sell(cash('20.00'))).status).toBe(201);
  });
});

describe('an idempotency key of a sale with its payment', () => {
  it('gives the first answer after a lost one: one sale, one payment', async () => {
    const headers = { 'idempotency-key': 'one-request-1' };
    const first = await sell(cash('20.00'), mug(), headers);
    const before = await counter.recordCounts();
    const again = await sell(cash('20.00'), mug(), headers);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('covers the payment: other money is another request', async () => {
    const headers = { 'idempotency-key': 'one-request-2' };
    await sell(cash('20.00'), mug(), headers);
    const reply = await refused(cash('50.00'), mug(), headers);
    expect([reply.status, reply.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
  });

  it('serves one of ten concurrent requests', async () => {
    const headers = { 'idempotency-key': 'one-request-3' };
    const before = await counter.recordCounts();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sell(cash('20.00'), mug(), headers)),
    );
    expect(replies.some(reply => reply.status === 201)).toBe(true);
    expect(replies.every(reply => [201, 409].includes(reply.status))).toBe(true);
    const after = await counter.recordCounts();
    expect([after.sales, after.payments]).toEqual([
      (before.sales ?? 0) + 1,
      (before.payments ?? 0) + 1,
    ]);
  });
});

describe('a price or a method that another node changes', () => {
  it('is the one that the sale and its payment are checked with', async () => {
    await sell(cash('20.00'));
    await run(`update product_variants set price = 13 where sku = $1`, [MUG.sku]);
    expect((await sell(cash('20.00'))).body.transaction.price_overridden).toBe(true);
    await run(`update product_variants set price = 12.5 where sku = $1`, [MUG.sku]);
    await run(`update payment_methods set is_active = false where code = 'cash'`);
    const reply = await refused(cash('20.00'));
    expect([reply.status, reply.body.code]).toEqual([400, 'UNKNOWN_PAYMENT_METHOD']);
    await run(`update payment_methods set is_active = true where code = 'cash'`);
    expect((await sell(cash('20.00'))).status).toBe(201);
  });
});
