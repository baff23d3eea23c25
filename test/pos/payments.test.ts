import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { insertStoreCredit } from '../support/store-credit.js';
import {
  basket,
  type Counter,
  counterOf,
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

const cash = (tendered: string | number) => ({
  payment_method_id: 'cash',
  tendered_amount: tendered,
});
const card = (tendered: string) => ({ payment_method_id: 'card', tendered_amount: tendered });

/** A refusal changes nothing. */
async function refused(sale: string, body: object, token?: string): Promise<Reply> {
  const before = await counter.recordCounts();
  const reply = await counter.pay(sale, body, token);
  expect(await counter.recordCounts()).toEqual(before);
  return reply;
}

describe('a payment at the till', () => {
  it.each(['4111111111111111', '4222222222222', '5555 5555 5555 4444'])(
    "refuses a card number as a processor's payment id (%s)",
    async number => {
      const sale = await counter.ring();
      const body = { ...card('13.53'), processor_transaction_id: number };
      const reply = await refused(sale, body);
      expect([reply.status, Object.keys(reply.body.details)]).toEqual([
        400,
        ['processor_transaction_id'],
      ]);
      expect(reply.text).not.toContain(number);
      const numeric = {
        ...card('13.53'),
        processor_transaction_id: `80000000000000${number.length}`,
      };
      expect((await counter.pay(sale, numeric)).status).toBe(202);
    },
  );

  it('answers 202 with the sale completed and the change', async () => {
    const sale = await counter.ring();
    const reply = await counter.pay(sale, cash('20.00'));
    expect(reply.status).toBe(202);
    expect(reply.body).toEqual({
      success: true,
      transaction: {
        transaction_id: sale,
        status: 'completed',
        total_amount: '13.53',
        total_paid: '13.53',
        change_due: '6.47',
        completed_at: expect.stringMatching(/Z$/),
        amount_due: '0.00',
        payment_id: expect.stringMatching(UUID),
      },
    });
    expect(await counter.row(sale)).toMatchObject({
      status: 'completed',
      total_paid: '13.53',
      change_due: '6.47',
      tax_breakdown: [
        {
          jurisdiction: 'US-NY-NYC',
          taxable_amount: '12.50',
          rate: '0.0825',
          tax_collected: '1.03',
        },
      ],
    });
    expect(await counter.payments(sale)).toMatchObject([
      {
        id: reply.body.transaction.payment_id,
        amount: '13.53',
        tendered: '20.00',
        status: 'succeeded',
        verification: 'not_needed',
        operator_id: '00000000-0000-4000-a002-000000000001',
        register_id: 'T-001',
      },
    ]);
  });

  it.each(['13.53', 13.53])('accepts exactly %j', async tendered => {
    const reply = await counter.pay(await counter.ring(), cash(tendered));
    expect(reply.body.transaction).toMatchObject({ status: 'completed', change_due: '0.00' });
  });

  it('publishes to the store that the sale is completed', async () => {
    const sale = await counter.sold(cash('13.53'));
    await shop.settleEvents();
    const { id } = await counter.row(sale);
    const events = await shop.platform.db
      .selectFrom('events')
      .select(['event', 'data', 'terminal_id'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(events).toMatchObject([
      { event: 'transaction.created' },
      {
        event: 'transaction.completed',
        terminal_id: 'T-001',
        data: { transaction_id: sale, status: 'completed', total_paid: '13.53' },
      },
    ]);
  });

  it('accepts number, document id and plain id of the sale', async () => {
    for (const shape of ['number', 'document', 'id'] as const) {
      const number = await counter.ring();
      const { id } = await counter.row(number);
      const name = { number, document: `saleTransaction_${id}`, id }[shape];
      const reply = await counter.pay(name, cash('13.53'));
      expect(reply.status).toBe(202);
      expect(reply.body.transaction.transaction_id).toBe(number);
    }
  });

  it('accepts code and id of the method, in any case', async () => {
    const method = '00000000-0000-4000-a005-000000000001';
    for (const name of ['cash', method, method.toUpperCase()]) {
      const reply = await counter.pay(await counter.ring(), {
        payment_method_id: name,
        tendered_amount: '13.53',
      });
      expect(reply.status).toBe(202);
    }
  });

  it('splits over several tenders, and only the last one completes the sale', async () => {
    const sale = await counter.ring();
    const first = await counter.pay(sale, card('5.00'));
    expect(first.status).toBe(202);
    expect(first.body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '5.00',
      change_due: '0.00',
      completed_at: null,
      amount_due: '8.53',
    });
    const second = await counter.pay(sale, cash('3.53'));
    expect(second.body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '8.53',
      amount_due: '5.00',
    });
    const last = await counter.pay(sale, cash('10.00'));
    expect(last.body.transaction).toMatchObject({
      status: 'completed',
      total_paid: '13.53',
      change_due: '5.00',
      amount_due: '0.00',
    });
    expect((await counter.payments(sale)).map(payment => payment.amount)).toEqual([
      '5.00',
      '3.53',
      '5.00',
    ]);
  });

  it('completes a free sale with an amount of zero', async () => {
    const sale = await counter.ring(basket([{ ...MUG, price: '0.00' }], '0.00'));
    const reply = await counter.pay(sale, cash('0'));
    expect(reply.status).toBe(202);
    expect(reply.body.transaction).toMatchObject({ status: 'completed', total_paid: '0.00' });
  });

  it('gives change for the largest amount', async () => {
    const reply = await counter.pay(await counter.ring(), cash('9999999999.99'));
    expect(reply.body.transaction.change_due).toBe('9999999986.46');
  });

  it('ignores a store credit that is named beside cash', async () => {
    const code = await storeCredit('30.00');
    const sale = await counter.ring();
    expect((await counter.pay(sale, { ...cash('13.53'), store_credit_code: code })).status).toBe(
      202,
    );
    expect(await balance(code)).toBe('30.00');
    expect((await counter.payments(sale))[0]?.value_account_id).toBe(null);
  });

  it('takes the balance of a store credit, and no more', async () => {
    const code = await storeCredit('20.00');
    const credit = (tendered: string) => ({
      payment_method_id: 'store_credit',
      tendered_amount: tendered,
      store_credit_code: code,
    });
    expect((await counter.pay(await counter.ring(), credit('13.53'))).status).toBe(202);
    expect(await balance(code)).toBe('6.47');
    const sale = await counter.ring();
    const over = await refused(sale, credit('13.53'));
    expect(over.status).toBe(400);
    expect(over.body.code).toBe('INSUFFICIENT_CREDIT');
    const typed = { ...credit('6.47'), store_credit_code: ` ${code.toLowerCase()}` };
    expect((await counter.pay(sale, typed)).body.transaction.amount_due).toBe('7.06');
    expect(await balance(code)).toBe('0.00');
    const unknown = await refused(sale, { ...credit('1.00'), store_credit_code: 'SC-NONE' });
    expect(unknown.body.code).toBe('UNKNOWN_STORE_CREDIT');
  });
});

describe('a payment that is refused', () => {
  let sale: string;
  beforeAll(async () => {
    sale = await counter.ring();
  });

  it('would need change on a card', async () => {
    for (const method of ['card', 'card_square', 'card_bank']) {
      const reply = await refused(sale, { payment_method_id: method, tendered_amount: '13.54' });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        success: false,
        error: 'tendered_amount: Only cash gives change; 13.53 is due.',
        code: 'NO_CHANGE_FOR_CARD',
        details: { tendered_amount: ['Only cash gives change; 13.53 is due.'] },
      });
    }
  });

  it.each([
    ['nothing', cash('0'), 'tendered_amount'],
    ['less than nothing', cash('-1'), 'tendered_amount'],
    ['a third of a cent', cash(0.003), 'tendered_amount'],
    ['no amount', { payment_method_id: 'cash' }, 'tendered_amount'],
    ['an unknown method', { ...cash('13.53'), payment_method_id: 'gold' }, 'payment_method_id'],
    [
      'an unknown method id',
      { ...cash('13.53'), payment_method_id: '00000000-0000-4000-a005-0000000000ff' },
      'payment_method_id',
    ],
    ['a promise', { ...cash('13.53'), payment_method_id: 'pay_at_store' }, 'payment_method_id'],
    [
      'store credit without its code',
      { ...cash('13.53'), payment_method_id: 'store_credit' },
      'store_credit_code',
    ],
  ])('is %s', async (_, body, field) => {
    const reply = await refused(sale, body);
    expect(reply.status).toBe(400);
    expect(reply.body.success).toBe(false);
    expect(Object.keys(reply.body.details)).toEqual([field]);
  });

  it('uses a disabled method', async () => {
    const { db } = shop.platform;
    const bank = db.updateTable('payment_methods').where('code', '=', 'card_bank');
    await bank.set({ is_active: false }).execute();
    const reply = await refused(sale, { ...cash('13.53'), payment_method_id: 'card_bank' });
    await bank.set({ is_active: true }).execute();
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe('UNKNOWN_PAYMENT_METHOD');
  });

  it('is for a sale that is paid, voided, refunded or expired', async () => {
    const paid = await counter.sold(cash('13.53'));
    const voided = await counter.ring();
    await counter.voidSale(voided);
    const moved = async (status: string) => {
      const number = await counter.ring();
      await shop.platform.db
        .updateTable('transactions')
        .set({ status })
        .where('transaction_number', '=', number)
        .execute();
      return number;
    };
    for (const [number, status] of [
      [paid, 'completed'],
      [voided, 'voided'],
      [await moved('refunded'), 'refunded'],
      [await moved('expired'), 'expired'],
      [await moved('payment_requires_action'), 'payment_requires_action'],
    ] as const) {
      const reply = await refused(number, cash('13.53'));
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({
        success: false,
        error: `A sale that is ${status} takes no payment.`,
        code: 'INVALID_STATE',
        details: { status },
      });
    }
  });

  it('is for a sale of another store, or an unknown one', async () => {
    const airport = await shop.tillToken('EMP005');
    for (const [number, token] of [
      [sale, airport],
      ['TXN-20260101-00000000', undefined],
      ['TXN-20260230-00000000', undefined],
      ['TXN-99999999-FFFFFFFF', undefined],
      ['TXN-00000000-FFFFFFFF', undefined],
      ['saleTransaction_00000000-0000-7000-8000-000000000000', undefined],
      ['saleTransaction_', undefined],
      ['%00', undefined],
      ["1' or '1'='1", undefined],
    ] as const) {
      const reply = await refused(encodeURIComponent(number), cash('13.53'), token);
      expect(reply.status, number).toBe(404);
      expect(reply.body).toEqual({
        success: false,
        error: 'Transaction not found.',
        code: 'TRANSACTION_NOT_FOUND',
      });
    }
  });

  it('does not come from a till', async () => {
    expect((await refused(sale, cash('13.53'), await shop.officeToken())).status).toBe(403);
  });
});

describe('goods with an age limit', () => {
  const wine = () => counter.ring(basket([WINE], '1.73'));

  it.each([
    ['no age check', {}],
    ['an unconfirmed age check', { age_check: { method: 'visual', confirmed: false } }],
  ])('are refused with %s', async (_, check) => {
    const reply = await refused(await wine(), { ...cash('22.73'), ...check });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      success: false,
      code: 'AGE_CHECK_REQUIRED',
      details: { minimum_age: 21 },
    });
  });

  it('are sold once an age check is confirmed, which counts for the whole sale', async () => {
    const sale = await wine();
    const first = await counter.pay(sale, {
      ...cash('10.00'),
      age_check: { method: 'id_scan', confirmed: true },
    });
    expect(first.status).toBe(202);
    expect((await counter.row(sale)).age_check).toEqual({
      method: 'id_scan',
      minimum_age: 21,
      confirmed_by: '00000000-0000-4000-a002-000000000001',
    });
    expect((await counter.pay(sale, cash('12.73'))).body.transaction.status).toBe('completed');
  });

  it('accept no other method of checking', async () => {
    const reply = await refused(await wine(), {
      ...cash('22.73'),
      age_check: { method: 'guess', confirmed: true },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.details).toHaveProperty(['age_check.method']);
  });
});

describe('an idempotency key of a sale or a payment', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('creates a sale once, however often it is sent', async () => {
    const headers = key();
    const url = '/pos/transactions/create/';
    const first = await counter.post(url, mug(), undefined, headers);
    const before = await counter.recordCounts();
    const again = await counter.post(url, mug(), undefined, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const other = await counter.post(url, basket([TEE], '2.06'), undefined, headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('takes a payment once, even after the sale is paid', async () => {
    const headers = key();
    const url = `/pos/transactions/${await counter.ring()}/payment/`;
    const first = await counter.post(url, cash('5.00'), undefined, headers);
    expect(first.body.transaction.total_paid).toBe('5.00');
    const again = await counter.post(url, cash('5.00'), undefined, headers);
    expect([again.status, again.body]).toEqual([202, first.body]);
    const other = await counter.post(url, cash('6.00'), undefined, headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
    const elsewhere = `/pos/transactions/${await counter.ring()}/payment/`;
    const moved = await counter.post(elsewhere, cash('5.00'), undefined, headers);
    expect(moved.body.code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
  });

  it('serves one of 20 concurrent requests; the others wait or get the same answer', async () => {
    const headers = key();
    const url = '/pos/transactions/create/';
    const before = await counter.recordCounts();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => counter.post(url, mug(), undefined, headers)),
    );
    const made = replies.filter(reply => reply.status === 201);
    const busy = replies.filter(reply => reply.status === 409);
    expect(made.length + busy.length).toBe(20);
    expect(new Set(made.map(reply => reply.text)).size).toBe(1);
    for (const reply of busy) {
      expect(reply.body.code).toBe('IDEMPOTENCY_KEY_BUSY');
      expect(reply.headers['retry-after']).toBe('1');
    }
    expect((await counter.recordCounts()).sales).toBe((before.sales ?? 0) + 1);
  });

  it('stores a refusal of the operation, but not a temporary one', async () => {
    const headers = key();
    const sale = await counter.ring();
    const url = `/pos/transactions/${sale}/payment/`;
    const first = await counter.post(url, card('99.00'), undefined, headers);
    expect(first.status).toBe(400);
    const again = await counter.post(url, card('99.00'), undefined, headers);
    expect([again.status, again.body]).toEqual([400, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await counter.pay(sale, cash('13.53'));
    const late = key();
    const refusal = await counter.post(url, cash('1.00'), undefined, late);
    expect(refusal.status).toBe(409);
    const repeated = await counter.post(url, cash('1.00'), undefined, late);
    expect(repeated.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is recognized after the same person has logged in again at the till', async () => {
    const headers = key();
    const url = '/pos/transactions/create/';
    const first = await counter.post(url, mug(), await shop.tillToken('EMP001', 'T-051'), headers);
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: 'EMP001',
        pin_code: '1234',
        store_id: 'DOWNTOWN',
        terminal_id: 'T-051',
      },
    });
    const again = await counter.post(url, mug(), login.body.token, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  it('is refused with another body, also if only an unknown field differs', async () => {
    const headers = key();
    const url = '/pos/transactions/create/';
    const first = await counter.post(url, { ...mug(), color: 'red' }, undefined, headers);
    expect(first.status).toBe(201);
    const sales = () => shop.platform.db.selectFrom('transactions').select('id').execute();
    const before = (await sales()).length;
    for (const body of [mug(), { ...mug(), color: 'blue' }]) {
      const other = await counter.post(url, body, undefined, headers);
      expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
    }
    const again = await counter.post(url, { color: 'red', ...mug() }, undefined, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await sales()).toHaveLength(before);
  });

  it('belongs to one person', async () => {
    const headers = key();
    const url = '/pos/transactions/create/';
    const mine = await counter.post(url, mug(), undefined, headers);
    const colleague = await shop.tillToken('EMP002');
    const theirs = await counter.post(url, mug({ employee_id: 'EMP002' }), colleague, headers);
    expect(theirs.status).toBe(201);
    expect(theirs.body.transaction.transaction_id).not.toBe(mine.body.transaction.transaction_id);
  });
});

/** A store credit as a return creates it. */
async function storeCredit(amount: string): Promise<string> {
  const sale = await counter.row(await counter.sold(cash('13.53')));
  const { db } = shop.platform;
  const id = crypto.randomUUID();
  const code = `SC-${id.slice(0, 8).toUpperCase()}`;
  await db
    .insertInto('returns')
    .values({
      id,
      return_number: `RET-${id}`,
      transaction_id: sale.id,
      store_id: sale.store_id,
      return_reason: 'other',
      refund_amount: amount,
    })
    .execute();
  await insertStoreCredit(db, { code, storeId: sale.store_id, returnId: id, amount });
  return code;
}

async function balance(code: string): Promise<string> {
  const row = await shop.platform.db
    .selectFrom('store_credits')
    .select('balance')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return row.balance ?? '';
}
