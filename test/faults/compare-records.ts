import { work } from '../../src/app.js';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { unreadStreams } from '../../src/platform/work/consumers/position-repository.js';
import { compareRecords } from './checkout-records.js';
import { pause } from './clients.js';
import { expireLeases, expireUncertainChargeDelays, makeSchedulesDue } from './expire-leases.js';
import { acknowledged, type Ledger } from './ledger.js';
import { TILL_SKU, WEB_SKU } from './mixed-load.js';

/** Differences found, each with the ids that it concerns. */
export type Disagreement = {
  /** Acknowledged to a client, but missing or different in the database. */
  lost: string[];
  /** Done more often than requested. */
  doubled: string[];
  /** All other differences, including violated invariants of the platform. */
  wrong: string[];
};

export const STOCK = 1_000_000;
const SETTLES_WITHIN_MS = 60_000;
/** Leases are expired every 3 s, which gives a busy machine time to finish what is already due. */
const LOOKS_PER_PUSH = 30;

/** Compares the answers that clients received and the processor's records with the database. */
export async function compareAll(db: Db, ledger: Ledger): Promise<Disagreement> {
  const lost = [
    ...(await wrongSales(db, ledger)),
    ...(await wrongVoids(db, ledger)),
    ...(await wrongEvents(db, ledger)),
  ];
  const doubled = [...(await unknownSales(db, ledger)), ...(await doubledMoney(db, ledger))];
  const { wrong } = await compareRecords(db, {
    checkouts: ledger.checkouts,
    acknowledged: ledger.ordered,
    sku: WEB_SKU,
    stock: STOCK,
  });
  const orders = wrong.filter(line => line.includes('acknowledged, but'));
  return {
    lost: [...lost, ...orders],
    doubled,
    wrong: [
      ...wrong.filter(line => !orders.includes(line)),
      ...(await compareTillStock(db, ledger)),
    ],
  };
}

const ids = async (db: Db, sql: string, ...values: unknown[]): Promise<string[]> =>
  (await statement<{ id: string }>(db, sql, values)).map(({ id }) => id);

/** Paid and not voided since: completed, with the whole amount in exactly one payment. */
const wrongSales = (db: Db, { paid, voided }: Ledger): Promise<string[]> =>
  ids(
    db,
    `select expected.number || ' is not paid as acknowledged' as id
     from unnest($1::text[], $2::text[]) as expected (number, intent)
       left join transactions t on t.transaction_number = expected.number
     where t.status is distinct from 'completed' or t.total_paid <> 13.53
       or array(select coalesce(p.processor_transaction_id, '') || p.status from payments p
                where p.transaction_id = t.id) <> array[expected.intent || 'succeeded']`,
    ...columns([...paid].filter(([sale]) => !voided.has(sale))),
  );

const columns = (sales: [string, { intent?: string }][]): string[][] => [
  sales.map(([sale]) => sale),
  sales.map(([, { intent }]) => intent ?? ''),
];

/** Voided, with one refund of the whole amount. */
const wrongVoids = (db: Db, { voided }: Ledger): Promise<string[]> =>
  ids(
    db,
    `select expected.number || ' is not voided as acknowledged' as id
     from unnest($1::text[]) as expected (number)
       left join transactions t on t.transaction_number = expected.number
     where t.status is distinct from 'voided'
       or array(select r.status || r.amount from payments p join refunds r on r.payment_id = p.id
                where p.transaction_id = t.id) <> array['succeeded13.53']`,
    [...voided],
  );

/** Accepted with 200: stored once, processed, and its payment confirmed. */
const wrongEvents = (db: Db, { accepted }: Ledger): Promise<string[]> =>
  ids(
    db,
    `select expected.event || ' was accepted and not processed' as id
     from unnest($1::text[], $2::text[]) as expected (event, intent)
       left join webhook_events e on e.event_id = expected.event
       left join payments p on p.id = e.payment_id
     where e.status is distinct from 'processed' or p.processor_transaction_id <> expected.intent
       or p.verification is distinct from 'confirmed'`,
    [...accepted.keys()],
    [...accepted.values()],
  );

/** Clients retry until they get an answer, so a sale without an answer is one too many. */
const unknownSales = (db: Db, { rung }: Ledger): Promise<string[]> =>
  ids(
    db,
    `select transaction_number || ' was created and never acknowledged' as id from transactions
     where terminal_id = any($1::text[]) and transaction_number <> all($2::text[])`,
    [...new Set(rung.values())],
    [...rung.keys()],
  );

/** At the processor, no charge is made twice and none is refunded twice. */
const doubledMoney = (db: Db, { paid }: Ledger): Promise<string[]> =>
  ids(
    db,
    `select intent_id || ' was refunded ' || count(*) || ' times' as id from sandbox_refunds
     where intent_id = any($1::text[]) group by intent_id having count(*) > 1
     union all
     select idempotency_key || ' was charged ' || count(*) || ' times' from sandbox_intents
     where status = 'succeeded' group by idempotency_key having count(*) > 1`,
    [...paid.values()].flatMap(({ intent }) => intent ?? []),
  );

/** Each completed sale takes one unit; a voided one puts it back, acknowledged or not. */
async function compareTillStock(db: Db, { rung }: Ledger): Promise<string[]> {
  const [row] = await statement<{ left: number; sold: number; refunded: string[] }>(
    db,
    `select $3::int - l.on_hand as left,
       (select count(*)::int from transactions t where t.transaction_number = any($1::text[])
          and t.status = 'completed') as sold
     from inventory_levels l join product_variants v on v.id = l.variant_id where v.sku = $2`,
    [[...rung.keys()], TILL_SKU, STOCK],
  );
  return row?.left === row?.sold
    ? []
    : [`${row?.left} pieces left the shelf for ${row?.sold} sales`];
}

/**
 * Waits until the service has finished all interrupted work. Leases and schedules are moved forward
 * in the database, which is safe because every client has its answer and nothing holds a lease.
 */
export async function settle(db: Db, ledger: Ledger): Promise<string[]> {
  const finishedAt = new Date();
  const end = performance.now() + SETTLES_WITHIN_MS;
  for (let look = 0; ; look += 1) {
    const open = await unsettled(db, ledger);
    if (open.length === 0 || performance.now() > end) return open;
    if (look % LOOKS_PER_PUSH === 0) {
      await expireLeases(db, finishedAt);
      await expireUncertainChargeDelays(db);
      await makeSchedulesDue(db);
    }
    await pause(100);
  }
}

async function unsettled(db: Db, ledger: Ledger): Promise<string[]> {
  const rows = await statement<{ what: string; n: number }>(
    db,
    `select 'events without a number' as what, count(*)::int as n from outbox
     union all select 'events not consumed', coalesce(sum(last_seq - seq), 0)::int
       from (${unreadStreams('$1::text[]')}) as unread
     union all (select 'jobs ' || task_identifier || coalesce(': ' || left(max(last_error), 200), ''),
         count(*)::int from graphile_worker.jobs
       where run_at <= now() or last_error is not null group by task_identifier)
     union all select 'checkouts in payment', count(*)::int from checkout_sessions
       where status in ('payment_processing', 'payment_requires_action')
     union all select 'open uncertain charges', count(*)::int from uncertain_charges where outcome is null
     union all select 'unfinished refunds', count(*)::int from refunds where status <> 'succeeded'
     union all select 'unprocessed webhook events', count(*)::int from webhook_events
       where status <> 'processed' or payment_id is null`,
    [work.consumers.map(({ name }) => name)],
  );
  if (acknowledged(ledger) === 0) return [];
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what} left`);
}
