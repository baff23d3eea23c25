import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { type Db, type Reader, statement } from '../../src/platform/database/tx.js';

/** Result of a run: the shop's records of all checkouts compared with the processor's. */
export type RecordsReport = {
  placed: number;
  givenUp: number;
  charges: number;
  refunds: number;
  /** One line per violated expectation. */
  wrong: string[];
};

type Row = {
  id: string;
  status: string;
  sale: string | null;
  total: number | null;
  charged: number;
  refunded: number;
  charges: number;
  refunds: number;
};

/**
 * Per checkout, charges minus refunds equal the sale's total if the sale is completed, otherwise
 * zero. Over all checkouts, stock fell by the units sold, and no reservation, attempt or uncertain
 * charge is open.
 */
export async function compareRecords(
  db: Db,
  run: {
    checkouts: readonly string[];
    acknowledged: ReadonlySet<string>;
    sku: string;
    stock: number;
  },
): Promise<RecordsReport> {
  const rows = await statement<Row>(db, RECORDS, [run.checkouts]);
  const wrong: string[] = [];
  for (const row of rows) {
    const kept = row.charged - row.refunded;
    const isCompleted = row.sale === 'completed';
    if (kept !== (isCompleted ? row.total : 0)) {
      wrong.push(`${row.id}: ${row.status}, sale ${row.sale} of ${row.total}, kept ${kept}`);
    }
    if (isCompleted !== (row.status === 'completed') && row.sale !== 'voided') {
      wrong.push(`${row.id}: ${row.status} with a sale that is ${row.sale}`);
    }
    if (run.acknowledged.has(row.id) && row.status !== 'completed') {
      wrong.push(`${row.id}: acknowledged, but ${row.status}`);
    }
  }
  const placed = rows.filter(row => row.sale === 'completed').length;
  wrong.push(...(await unfinished(db)), ...(await shelf(db, run, placed)));
  return {
    placed,
    givenUp: rows.length - placed,
    charges: sum(rows.map(row => row.charges)),
    refunds: sum(rows.map(row => row.refunds)),
    wrong,
  };
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The sale of a checkout's last attempt, with the processor's totals over all attempts. */
const RECORDS = `
select c.id, c.status, t.status as sale, (t.total_amount * 100)::int as total,
  coalesce(b.charged, 0)::int as charged, coalesce(b.refunded, 0)::int as refunded,
  coalesce(b.charges, 0)::int as charges, coalesce(b.refunds, 0)::int as refunds
from checkout_sessions c
  left join transactions t on t.id = c.transaction_id
  left join lateral (
    select sum(i.amount_minor) as charged, count(*) as charges, sum(r.amount) as refunded,
      sum(r.refunds) as refunds
    from sandbox_intents i left join lateral (
      select sum(amount_minor) as amount, count(*) as refunds from sandbox_refunds
      where intent_id = i.id) as r on true
    where i.status = 'succeeded' and split_part(i.idempotency_key, ':', 1) = c.id::text) as b on true
where c.id = any($1::uuid[])`;

async function unfinished(db: Reader): Promise<string[]> {
  const rows = await statement<{ what: string; n: number }>(
    db,
    `select 'checkouts in payment' as what, count(*)::int as n from checkout_sessions
       where status in ('payment_processing', 'payment_requires_action')
     union all select 'open uncertain charges', count(*)::int from uncertain_charges where outcome is null
     union all select 'unfinished refunds', count(*)::int from refunds where status <> 'succeeded'
     union all select 'open reservations', count(*)::int from reservations where status = 'held'
     union all select 'open sales', count(*)::int from transactions
       where source_system = 'web_commerce' and status in ('pending', 'payment_requires_action')`,
  );
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`);
}

async function shelf(
  db: Db,
  { sku, stock }: { sku: string; stock: number },
  placed: number,
): Promise<string[]> {
  const [level] = await statement<{ on_hand: number; reserved: number }>(
    db,
    `select on_hand, reserved from inventory_levels l join product_variants v on v.id = l.variant_id
     where v.sku = $1`,
    [sku],
  );
  const found = JSON.stringify(level);
  const expected = JSON.stringify({ on_hand: stock - placed, reserved: 0 });
  const violated = (await checkInvariants(db)).filter(check => check.offending > 0);
  return [
    ...(found === expected ? [] : [`the shelf has ${found}, expected ${expected}`]),
    ...violated.map(({ name, ids }) => `${name} does not hold: ${ids.join(' ')}`),
  ];
}

/** Creates one article with its own stock and disables all promotions. */
export async function stockShelf(
  db: Reader,
  sku: string,
  stock: number,
  price = '10.00',
): Promise<void> {
  await statement(db, 'update promotions set is_active = false');
  await statement(
    db,
    `with product as (
       insert into products (slug, name) values (lower($1), $1) returning id
     ), variant as (
       insert into product_variants (id, product_id, sku, price)
       select gen_random_uuid(), id, $1, $3 from product returning id
     ), level as (
       insert into inventory_levels (id, store_id, variant_id, on_hand)
       select gen_random_uuid(), s.id, variant.id, $2 from variant, stores s where s.code = 'DOWNTOWN'
       returning store_id, variant_id
     )
     insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand)
     select movement_id(), store_id, variant_id, 'initial', $2, $2 from level`,
    [sku, stock, price],
  );
}
