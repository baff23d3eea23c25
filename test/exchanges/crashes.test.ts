import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishRefunds } from '../../src/domains/payments/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { countEvents } from '../support/record-counts.js';
import { cash, MUG, ok, openTrade, TEE, type Trade } from './support.js';

let trade: Trade;
let manager: string;
beforeAll(async () => {
  trade = await openTrade();
  manager = await trade.shop.tillToken('EMP003');
  await traceWrites();
});
afterAll(() => trade.close());

const run = <Row extends object>(sql: string, values: unknown[] = []) =>
  statement<Row>(trade.shop.platform.db, sql, values);

/** A trigger on every table numbers the rows that each transaction writes, and fails at one of them. */
async function traceWrites(): Promise<void> {
  const tables = await run<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  await run('create table crash_plan (n integer, step text)');
  await run('create table writes (n integer, step text, transaction text)');
  await run(`create function count_write() returns trigger language plpgsql as $$
    declare
      done integer := coalesce(nullif(current_setting('writes.n', true), ''), '0')::integer + 1;
      this text := lower(tg_op) || ' ' || regexp_replace(tg_table_name, '_\\d{4}_\\d{2}$', '');
    begin
      perform set_config('writes.n', done::text, true);
      insert into writes values (done, this, pg_current_xact_id());
      if exists (select from crash_plan plan where plan.n = done and plan.step = this) then
        raise exception 'the process died';
      end if;
      return null;
    end $$`);
  for (const { name } of tables) {
    await run(`create trigger count_write after insert or update or delete on ${name}
      for each row execute function count_write()`);
  }
}

type Write = { n: number; step: string };

const diesAt = async (write?: Write): Promise<void> => {
  await run('truncate crash_plan');
  if (write) await run('insert into crash_plan values ($1, $2)', [write.n, write.step]);
};

/** What the transaction wrote that wrote a return, in order. */
async function writesOf(work: () => Promise<unknown>): Promise<Write[]> {
  await run('truncate writes');
  await work();
  return run<Write>(
    `select n, step from writes
     where transaction = (select transaction from writes where step = 'insert returns') order by n`,
  );
}

const KEPT = [
  ...['transactions', 'transaction_lines', 'payments', 'refunds', 'returns', 'return_lines'],
  ...['return_refunds', 'value_accounts', 'value_entries', 'approvals'],
  ...['inventory_levels', 'stock_movements', 'stock_postings'],
];
const records = () =>
  run(
    `select ${KEPT.map(
      table =>
        `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t) as ${table}`,
    ).join(', ')}`,
  );

type Kind = { item: typeof MUG; tax: string; out: { sku: string }; more: Record<string, unknown> };
const KINDS: Record<string, Kind> = {
  'an even exchange': { item: TEE, tax: '2.06', out: { sku: 'TEE-BLACK-L' }, more: {} },
  'an exchange with a difference to pay': {
    item: MUG,
    tax: '1.03',
    out: TEE,
    more: { tender: cash('20.00') },
  },
  'an exchange with a refund': {
    item: TEE,
    tax: '2.06',
    out: MUG,
    more: { refund_to: 'cash' },
  },
};

describe.each(Object.entries(KINDS))('%s', (_, { item, tax, out, more }) => {
  const exchange = (sale: string, key: string) =>
    trade.exchange(sale, item.sku, [out], more, {
      token: manager,
      headers: { 'idempotency-key': key },
    });

  it('that ends after any of its writes has no effect; its repetition has one', async () => {
    const first = await trade.sold([item], tax);
    const writes = await writesOf(() => exchange(first, crypto.randomUUID()));
    const steps = writes.map(({ step }) => step);
    for (const step of ['insert transactions', 'insert refunds', 'insert value_entries']) {
      expect(steps).toContain(step);
    }
    const sale = await trade.sold([item], tax);
    const key = crypto.randomUUID();
    const before = { records: await records(), events: await countEvents(trade.shop) };
    for (const write of writes) {
      await diesAt(write);
      const reply = await exchange(sale, key);
      expect([write, reply.status]).toEqual([write, 500]);
      await diesAt();
      expect([write, await records()]).toEqual([write, before.records]);
    }
    expect(await countEvents(trade.shop)).toBe(before.events);
    const done = ok(await exchange(sale, key), 201);
    const after = await records();
    const again = ok(await exchange(sale, key), 201);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([done.text, 'true']);
    expect(await records()).toEqual(after);
    await trade.balanced();
  });
});

it.each([
  ['before the processor is called', { n: 1, step: 'update refunds' }],
  ['while the processor refunds', { n: 1, step: 'insert sandbox_refunds' }],
  ['before its refund is written down', { n: 2, step: 'insert outbox' }],
])('a refund to the card that ends %s is repeated once', async (_, write) => {
  const sale = await trade.soldByCard([TEE], '2.06');
  const key = { 'idempotency-key': crypto.randomUUID() };
  const exchange = () =>
    trade.exchange(
      sale,
      TEE.sku,
      [MUG],
      { refund_to: 'original' },
      { token: manager, headers: key },
    );
  await diesAt(write);
  await exchange();
  await diesAt();
  const again = ok(await exchange(), 201);
  const due = await run<{ id: string }>(
    `update refunds set next_attempt_at = now() - interval '1 second'
     where status = 'pending' and transaction_id = $1 returning id`,
    [(await trade.counter.row(sale)).id],
  );
  await finishRefunds(
    trade.shop.platform,
    due.map(({ id }) => id),
  );
  const [paid] = await trade.counter.payments(sale);
  expect(paid?.refund_total).toBe('27.06');
  const rows = await run<{ amount: number }>(
    `select amount_minor::int as amount from sandbox_refunds where intent_id =
       (select processor_transaction_id from payments where id = $1)`,
    [paid?.id],
  );
  expect(rows).toEqual([{ amount: 1353 }]);
  expect(ok(await exchange(), 201).text).toBe(again.text);
  await trade.balanced();
});
