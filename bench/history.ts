import { atomically, statement, type Tx } from '../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../src/seed/data.js';
import type { Bench } from './bench.js';

/** So small that a chunk is written within the time limit of a statement on a busy machine. */
const CHUNK = 10_000;

/**
 * Writes sales `from` to `to` directly into the tables, each with a line and a cash payment. `to`
 * sales are spread over the past year, none of them today.
 */
export async function growHistory({ db }: Bench, from: number, to: number): Promise<void> {
  await statement(
    db,
    `select ensure_months(parent, (now() - interval '13 months')::date, now()::date)
     from unnest(array['transactions', 'transaction_lines']::regclass[]) as parent`,
  );
  for (let start = from; start < to; start += CHUNK) {
    await atomically(db, tx => writeSales(tx, start, Math.min(start + CHUNK, to), to));
  }
  for (const table of ['transactions', 'transaction_lines', 'payments']) {
    await statement(db, `analyze ${table}`);
  }
}

/** Skips foreign key checks, which would take most of the time. */
async function writeSales(tx: Tx, from: number, to: number, inAll: number): Promise<void> {
  await statement(tx, `set local session_replication_role = 'replica'`);
  await statement(
    tx,
    `with past as materialized (
         select n, at, overlay(uuid_floor(at)::text placing 'b' || lpad(to_hex(n), 11, '0') from 25)::uuid as id
         from (select n, date_trunc('day', now()) - make_interval(secs => 365 * 86400.0 * ($4 - n) / $4) as at
               from generate_series($2::int, $3::int - 1) as n) as moments
       ), sold as (
         insert into transactions (id, transaction_number, store_id, source_system, status, currency,
           subtotal, total_amount, total_paid, created_at, completed_at)
         select id, next_transaction_number('TXN', at), $1, 'pos', 'completed', 'USD', 18, 18, 18, at, at
         from past
       ), goods as materialized (
         select id, product_id, sku, row_number() over (order by sku) as n, count(*) over () as count
         from product_variants
       ), rung as (
         insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
           quantity, unit_price, catalog_price, subtotal, cost_at_sale)
         select past.id, past.id, 0, goods.id, goods.product_id, goods.sku, '', 1, 18, 18, 18, 9
         from past join goods on goods.n = past.n % goods.count + 1
       )
       insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
         status, processed_at)
       select past.id, past.id, $1, m.id, 18, 18, 'USD', 'succeeded', past.at
       from past cross join (select id from payment_methods where code = 'cash') as m`,
    [DOWNTOWN_ID, from, to, inAll],
  );
}
