import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCES_WITHOUT_KEY } from '../../src/domains/ops/references-repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { atCheckout, complete } from '../storefront/checkout-support.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let token: string;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  token = await shop.officeToken('admin');
  await counter.sold(
    { payment_method_id: 'cash' },
    basket([MUG], '1.03', { customer_id: customer.id }),
  );
  const order = await atCheckout(shop, [['MUG-WHITE', 1]]);
  expect((await complete(shop, order.visit, order.id)).status).toBe(200);
  const challenged = await atCheckout(shop, [['MUG-WHITE', 1]]);
  const asked = await complete(shop, challenged.visit, challenged.id, { token: 'tok_challenge' });
  expect(asked.body.requires_action).toBe(true);
});
afterAll(() => shop.close());

/** Creates a record that no other one names; returns its id. */
async function unnamed(parent: string): Promise<string> {
  made += 1;
  const [path, body] = {
    stores: ['/stores/', { code: `NEW${made}`, name: 'New', currency: 'USD', time_zone: 'UTC' }],
    users: ['/users/', { first_name: 'New', role: 'customer', email: `new${made}@example.com` }],
    product_variants: ['/product-variants/', { product_id: 1, sku: `NEW-${made}`, price: 5 }],
    payment_methods: [
      '/payment-methods/',
      { code: `new${made}`, name: 'New', method_type: 'cash' },
    ],
  }[parent] as [string, object];
  const reply = await shop.call('POST', path, { token, body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
}
let made = 0;

describe('a row that sales name without a foreign key', () => {
  it('is guarded by a trigger for each column that the invariant looks at', async () => {
    const triggers = await statement<{ parent: string; columns: string }>(
      shop.platform.db,
      `select tgrelid::regclass::text as parent, encode(tgargs, 'escape') as columns
       from pg_trigger where tgname = 'named_by_sales'`,
    );
    const guarded = triggers.flatMap(({ parent, columns }) =>
      columns
        .split('\\000')
        .filter(Boolean)
        .map(column => `${column} ${parent}`),
    );
    expect(guarded.sort()).toEqual(
      REFERENCES_WITHOUT_KEY.map(([table, column, to]) => `${table}.${column} ${to}`).sort(),
    );
  });

  it.each(REFERENCES_WITHOUT_KEY)('stays while %s.%s names it', async (table, column, parent) => {
    const id = await unnamed(parent);
    const remove = `delete from ${parent} where id = $1`;
    const refused = atomically(shop.platform.db, async tx => {
      const value = column.endsWith('_ids') ? 'array[$1::uuid]' : '$1';
      const name = `update ${table} set ${column} = ${value}
        where ctid = (select min(ctid) from ${table}) and tableoid = (select tableoid from ${table}
          where ctid = (select min(ctid) from ${table}) limit 1) returning 1`;
      expect(await statement(tx, name, [id])).toHaveLength(1);
      await statement(tx, remove, [id]);
    });
    await expect(refused).rejects.toMatchObject({
      code: '23503',
      constraint: `${table}_${column}_fkey`,
    });
    // Rolled back, nothing names it.
    await statement(shop.platform.db, remove, [id]);
  });

  it('is not deleted while a payment with it is being written', async () => {
    const { db } = shop.platform;
    const id = await unnamed('payment_methods');
    const deleting = await atomically(db, async tx => {
      const paid =
        'update payments set payment_method_id = $1 where id = (select min(id::text)::uuid from payments)';
      await statement(tx, paid, [id]);
      const reply = shop.call('DELETE', `/payment-methods/${id}/`, { token });
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      return { reply };
    });
    const reply = await deleting.reply;
    expect([reply.status, reply.body.code]).toEqual([409, 'IN_USE']);
  });

  it('is not named by a payment that waits for its deletion', async () => {
    const { db } = shop.platform;
    const id = await unnamed('payment_methods');
    const sale = await counter.ring();
    const paying = await atomically(db, async tx => {
      await statement(tx, 'delete from payment_methods where id = $1', [id]);
      const reply = counter.pay(sale, { payment_method_id: id, tendered_amount: '50.00' });
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      return { reply };
    });
    const reply = await paying.reply;
    expect([reply.status, reply.body.code]).toEqual([400, 'UNKNOWN_PAYMENT_METHOD']);
    expect(await counter.payments(sale)).toEqual([]);
  });
});
