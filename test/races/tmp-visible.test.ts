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
  const until = Date.now() + 500_000;
  let n = 0;
  let odd = 0;
  const lane = async (k: number) => {
    while (Date.now() < until && odd < 3) {
      n += 1;
      const sale = await counter.sold({
        payment_method_id: 'card',
        processor_transaction_id: await counter.charge(MUG_TOTAL),
      });
      const [payment] = await counter.payments(sale);
      const id = payment?.id ?? '';
      const q = async () => (await own[k]!.query('select t.status, t.id, t.updated_at, p.id as pid, p.store_id, p.status as ps, p.xmin from transactions t left join payments p on p.transaction_id = t.id where t.transaction_number = $1', [sale])).rows;
      const replies = await Promise.all(Array.from({ length: 10 }, () => counter.refund({ payment: id, amount: '2.70' })));
      const bad = replies.filter(r => r.status !== 201 && !r.text.includes('EXCEEDS'));
      if (bad.length > 0) {
        odd += 1;
        const token = await shop.officeToken();
        const api = await shop.call('GET', `/payments/${id}/`, { token });
        const me = await shop.call('GET', '/auth/me/', { token });
        console.log('ODD', sale, id, new Date().toISOString(), bad.length, JSON.stringify(replies.map(r => [r.status, r.body.code])), bad[0]?.text, JSON.stringify(await q()), api.status, me.text);
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(lane));
  console.log('ROUNDS', n);
  expect(odd).toBe(0);
}, 530_000);
