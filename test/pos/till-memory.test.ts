import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { firstWords, statementsOf } from '../support/count-statements.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG, mug } from '../transactions/support.js';

let shop: Shop;
let other: Shop;
let counter: Counter;
let elsewhere: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  other = await openShop({ background: false, beside: shop });
  counter = counterOf(shop);
  elsewhere = counterOf(other);
});
afterAll(async () => {
  await other.close();
  await shop.close();
});
beforeEach(async () => {
  // Both nodes remember prices, methods and settings from here on.
  await counter.sold({ payment_method_id: 'cash' });
  await payElsewhere(await counter.ring());
});

const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };
/** At a till of the other node. */
const payElsewhere = async (sale: string, body: object = CASH) =>
  elsewhere.pay(sale, body, await other.tillToken('EMP002'));
const run = (text: string, values: unknown[] = []) => statement(shop.platform.db, text, values);
const total = (reply: { body: { transaction: { total_amount: string } } }) =>
  reply.body.transaction.total_amount;

describe('a till sale of two requests', () => {
  it('takes two statements', async () => {
    const texts = await statementsOf(async () => counter.pay(await counter.ring(), CASH));
    expect(firstWords(texts)).toEqual(['with sale as', 'with shift as']);
  });

  it('takes three statements if another node takes the payment', async () => {
    const sale = await counter.ring();
    const texts = await statementsOf(() => payElsewhere(sale));
    expect(firstWords(texts)).toHaveLength(2);
    expect((await counter.row(sale)).status).toBe('completed');
  });

  it('is paid once when two tills of two nodes take it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await counter.ring();
      const replies = await Promise.all([counter.pay(sale, CASH), payElsewhere(sale)]);
      expect(replies.map(reply => reply.status).sort()).toEqual([202, 409]);
      expect(await counter.payments(sale)).toHaveLength(1);
    }
  });

  it('is refused by its rules after it was voided', async () => {
    const sale = await counter.ring();
    expect((await counter.voidSale(sale)).status).toBe(200);
    const reply = await counter.pay(sale, CASH);
    expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(reply.body.error).toBe('A sale that is voided takes no payment.');
  });

  it('is paid on from what another node has taken', async () => {
    const sale = await counter.ring();
    await payElsewhere(sale, { ...CASH, tendered_amount: '5.00' });
    const reply = await counter.pay(sale, { ...CASH, tendered_amount: '10.00' });
    expect(reply.body.transaction).toMatchObject({
      status: 'completed',
      total_paid: '13.53',
      change_due: '1.47',
    });
  });

  it('is not known to a till of another store', async () => {
    const sale = await counter.ring();
    const reply = await counter.pay(sale, CASH, await shop.tillToken('EMP005'));
    expect([reply.status, reply.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  });
});

describe('a price that another node changes', () => {
  it('is the one that the next sale is compared with', async () => {
    await run(`update product_variants set price = 13.00 where sku = $1`, [MUG.sku]);
    try {
      const sale = await counter.post('/pos/transactions/create/', mug());
      expect(sale.body.transaction).toMatchObject({ price_overridden: true });
      const [line] = await statement<{ catalog_price: string }>(
        shop.platform.db,
        `select l.catalog_price from transaction_lines l join transactions t on t.id = l.transaction_id
         where t.transaction_number = $1`,
        [sale.body.transaction.transaction_id],
      );
      expect(line?.catalog_price).toBe('13.00');
    } finally {
      await run(`update product_variants set price = 12.50 where sku = $1`, [MUG.sku]);
    }
  });

  it('never enters a sale with the old price, whenever it is committed', async () => {
    let priceMinor = 1_250;
    let isOver = false;
    const changes = (async () => {
      while (!isOver) {
        priceMinor += 1;
        const price = (priceMinor / 100).toFixed(2);
        await atomically(other.platform.db, async tx => {
          await statement(tx, 'update product_variants set price = $2 where sku = $1', [
            MUG.sku,
            price,
          ]);
        });
        await new Promise(resolve => setTimeout(resolve, 150));
      }
    })();
    try {
      for (let sale = 0; sale < 15; sale += 1) {
        const floor = priceMinor;
        const reply = await counter.post('/pos/transactions/create/', mug());
        expect(reply.status).toBe(201);
        const [line] = await statement<{ catalog_price: string }>(
          shop.platform.db,
          `select l.catalog_price from transaction_lines l
           join transactions t on t.id = l.transaction_id where t.transaction_number = $1`,
          [reply.body.transaction.transaction_id],
        );
        // The last change may not be committed yet; the one before it is.
        expect(Math.round(Number(line?.catalog_price) * 100)).toBeGreaterThanOrEqual(floor - 1);
      }
    } finally {
      isOver = true;
      await changes;
      await run(`update product_variants set price = 12.50 where sku = $1`, [MUG.sku]);
    }
  });

  it('lets goods be sold that were created a moment ago', async () => {
    const unknown = basket([{ sku: 'NEW-MUG', price: '1.00' }], '0.08');
    const refused = await counter.post('/pos/transactions/create/', unknown);
    expect([refused.status, refused.body.code]).toEqual([400, 'UNKNOWN_VARIANT']);
    await run(
      `insert into product_variants (id, product_id, sku, name, price)
       select gen_random_uuid(), product_id, 'NEW-MUG', 'New', 1 from product_variants where sku = $1`,
      [MUG.sku],
    );
    const reply = await counter.post('/pos/transactions/create/', unknown);
    expect([reply.status, total(reply)]).toEqual([201, '1.08']);
  });
});

describe('a setting that another node changes', () => {
  const active = (is: boolean) =>
    run(`update payment_methods set is_active = $1 where code = 'cash'`, [is]);

  it('a method that is switched off takes no payment, and one that is back takes it', async () => {
    const sale = await counter.ring();
    await active(false);
    const before = await counter.recordCounts();
    const reply = await counter.pay(sale, CASH);
    expect([reply.status, reply.body.code]).toEqual([400, 'UNKNOWN_PAYMENT_METHOD']);
    expect(await counter.recordCounts()).toEqual(before);
    await active(true);
    expect((await counter.pay(sale, CASH)).status).toBe(202);
  });

  it('a method that is switched off between look and booking takes no payment', async () => {
    const sale = await counter.ring();
    const { id } = await counter.row(sale);
    let reply: ReturnType<Counter['pay']> | undefined;
    // The payment of the other node waits for the lock of the sale with its look behind it.
    await atomically(shop.platform.db, async tx => {
      await statement(tx, 'select 1 from transactions where id = $1 for update', [id]);
      reply = payElsewhere(sale);
      await new Promise(resolve => setTimeout(resolve, 300));
      await active(false);
    });
    // The waiting statement began before the change: either order is right, never a lost payment.
    const { status } = (await reply) ?? { status: 0 };
    expect(status === 202 ? 1 : 0).toBe((await counter.payments(sale)).length);
    await active(true);
  });

  it('a store that is closed sells nothing', async () => {
    await run(`update stores set is_active = false where code = 'DOWNTOWN'`);
    try {
      const reply = await counter.post('/pos/transactions/create/', mug());
      expect([reply.status, reply.body.code]).toEqual([409, 'STORE_CLOSED']);
    } finally {
      await run(`update stores set is_active = true where code = 'DOWNTOWN'`);
    }
    expect((await counter.post('/pos/transactions/create/', mug())).status).toBe(201);
  });

  it('a shift that becomes required is required for a sale in memory', async () => {
    const sale = await counter.ring();
    await run(`update stores set require_shift = true where code = 'DOWNTOWN'`);
    try {
      const reply = await counter.pay(sale, CASH);
      expect([reply.status, reply.body.code]).toEqual([409, 'SHIFT_REQUIRED']);
    } finally {
      await run(`update stores set require_shift = false where code = 'DOWNTOWN'`);
    }
    expect((await counter.pay(sale, CASH)).status).toBe(202);
  });

  it('a purchase limit is applied to a sale in memory', async () => {
    const sale = await counter.ring(basket([{ ...MUG, quantity: 3 }], '3.09'));
    const limit = await counter.post(
      '/compliance/purchase-limits/',
      { name: 'Two', everything: true, max_quantity: 2, period: 'transaction' },
      await shop.officeToken(),
    );
    expect(limit.status).toBe(201);
    const reply = await counter.pay(sale, { ...CASH, tendered_amount: '50.00' });
    expect([reply.status, reply.body.code]).toEqual([400, 'PURCHASE_LIMIT_EXCEEDED']);
    expect(await counter.payments(sale)).toHaveLength(0);
    await run('delete from purchase_limits');
    expect((await counter.pay(sale, { ...CASH, tendered_amount: '50.00' })).status).toBe(202);
  });
});
