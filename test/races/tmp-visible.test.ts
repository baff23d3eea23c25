import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
const own: pg.Client[] = [];
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  for (let i = 0; i < 4; i += 1) {
    const c = new pg.Client({ connectionString: shop.url });
    await c.connect();
    own.push(c);
  }
}, 60_000);
afterAll(async () => {
  for (const c of own) await c.end();
  await shop.close();
});

test('visible', async () => {
  const until = Date.now() + 100_000;
  let n = 0;
  let odd = 0;
  const lane = async (k: number) => {
    while (Date.now() < until && odd < 5) {
      n += 1;
      const intent = await counter.charge(MUG_TOTAL);
      const sale = await counter.ring();
      const r = await counter.pay(sale, { payment_method_id: 'card', tendered_amount: MUG_TOTAL, processor_transaction_id: intent });
      const q = async () => (await own[k]!.query('select t.status, t.id, p.id as pid, p.xmin, (select count(*) from pg_stat_activity where state like $2 and datname = current_database()) as iit from transactions t left join payments p on p.transaction_id = t.id where t.transaction_number = $1', [sale, 'idle in tr%'])).rows;
      const seen = await q();
      const pay = r.body.transaction.payment_id;
      if (seen[0]?.pid !== pay) {
        odd += 1;
        console.log('ODD', sale, r.status, pay, JSON.stringify(seen));
        for (let i = 0; i < 5; i += 1) { await new Promise(x => setTimeout(x, 200)); console.log('LATER', sale, JSON.stringify(await q())); }
      }
      await Promise.all([counter.voidSale(sale), counter.refund({ payment: pay, amount: '5.00' }), counter.refund({ payment: pay, amount: '99.00' })]);
    }
  };
  await Promise.all([0, 1, 2, 3].map(lane));
  console.log('ROUNDS', n);
  expect(odd).toBe(0);
}, 130_000);
