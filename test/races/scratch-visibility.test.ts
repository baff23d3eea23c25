import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL } from '../transactions/support.js';

type Entry = { c: number; pid: unknown; at: number; end?: number; text: string; vals: string; rows?: number; err?: string };
const log: Entry[] = [];
let nth = 0;
const ids = new WeakMap<object, number>();
const original = pg.Client.prototype.query;
// biome-ignore lint/suspicious/noExplicitAny: scratch
(pg.Client.prototype as any).query = function (this: any, ...args: any[]) {
  if (!ids.has(this)) ids.set(this, ++nth);
  const cfg = typeof args[0] === 'string' ? { text: args[0], values: args[1] } : args[0];
  const entry: Entry = { c: ids.get(this) ?? 0, pid: this.processID, at: performance.now(), text: String(cfg?.text ?? '').replace(/\s+/g, ' ').slice(0, 80), vals: JSON.stringify(cfg?.values ?? []).slice(0, 400) };
  log.push(entry);
  if (log.length > 30000) log.splice(0, 10000);
  // biome-ignore lint/suspicious/noExplicitAny: scratch
  const out = (original as any).apply(this, args);
  out?.then?.((r: { rows?: unknown[] }) => { entry.end = performance.now(); entry.rows = r?.rows?.length; }, (e: Error) => { entry.end = performance.now(); entry.err = e.message; });
  return out;
};
let shop: Shop;
let counter: Counter;
const own: pg.Client[] = [];
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  for (let i = 0; i < 4; i += 1) { const c = new pg.Client({ connectionString: shop.url }); await c.connect(); own.push(c); }
}, 60_000);
afterAll(async () => { for (const c of own) await c.end(); await shop.close(); });
test('visible', async () => {
  const until = Date.now() + 240_000;
  let n = 0; let odd = 0;
  const lane = async (k: number) => {
    while (Date.now() < until && odd < 1) {
      n += 1;
      const sale = await counter.sold({ payment_method_id: 'card', processor_transaction_id: await counter.charge(MUG_TOTAL) });
      const [payment] = await counter.payments(sale);
      const id = payment?.id ?? '';
      const q = async () => (await own[k]!.query(`select (select count(*) from payments where id = $1) as by_key, (select count(*) from payments p join transactions t on t.id = p.transaction_id where t.transaction_number = $2) as by_sale, (select json_agg(json_build_object('pid', pid, 'state', state, 'xact', clock_timestamp() - xact_start, 'q', left(query, 60))) from pg_stat_activity where datname = current_database() and state like 'idle in%') as idle, (select json_agg(query) from pg_stat_activity where backend_type = 'autovacuum worker') as vacuum`, [id, sale])).rows;
      const replies = await Promise.all(Array.from({ length: 10 }, () => counter.refund({ payment: id, amount: '2.70' })));
      const bad = replies.filter(r => r.status !== 201 && !r.text.includes('EXCEEDS'));
      if (bad.length > 0) {
        odd += 1;
        const now = await q();
        const mine = log.filter(e => e.vals.includes(id) || e.vals.includes(sale));
        const first = mine[0]?.at ?? 0;
        for (const e of log.filter(e => e.at > first - 500)) console.log('Q', e.c, e.pid, e.at.toFixed(1), e.end?.toFixed(1), e.rows, e.err ?? '', e.text, e.vals.includes(id) || e.vals.includes(sale) ? '<<<' : '');
        console.log('ODD', sale, id, bad.length, bad[0]?.text, 'NOW', JSON.stringify(now));
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(lane));
  console.log('ROUNDS', n);
}, 300_000);
