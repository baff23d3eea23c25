import { atomically, type Db, statement } from '../../src/platform/database/tx.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';

const past = `now() - interval '1 second'`;

/**
 * Expires every lease taken before `before`, as if a minute had passed. Nothing may still hold one.
 */
export async function expireLeases(db: Db, before = new Date()): Promise<void> {
  const until = (seconds: number): string =>
    `lease_until < $1::timestamptz + interval '${seconds} seconds'`;
  const claimed = (table: string, open: string, seconds: number): Promise<unknown> =>
    statement(db, `update ${table} set lease_until = ${past} where ${open} and ${until(seconds)}`, [
      before,
    ]);
  await claimed('idempotency_keys', 'response_status is null', 60);
  await claimed('checkout_attempts', 'true', 30);
  await claimed('webhook_events', `status = 'pending'`, 60);
  await claimed('content_inbound_events', 'due_at is not null', 60);
  await claimed('content_changes', 'parked_at is null', 60);
  await claimed('webhook_deliveries', `status = 'pending'`, 60);
  await statement(
    db,
    `update refunds set next_attempt_at = ${past}, lease_until = null
     where status <> 'succeeded' and (lease_until is null or ${until(60)})`,
    [before],
  );
}

/** Makes all uncertain charges due and too old to arrive: 11 minutes since they were sent. */
export const expireUncertainChargeDelays = (db: Db): Promise<unknown> =>
  statement(
    db,
    `update uncertain_charges set next_attempt_at = now(), sent_at = now() - interval '11 minutes'
     where outcome is null`,
  );

const SWEEPS = ['webhooks:reconcile-events'];

/** Makes all minute schedules and retry delays due. */
export async function makeSchedulesDue(db: Db): Promise<void> {
  await statement(
    db,
    `update webhook_events set retry_at = ${past} where status = 'failed' and retry_at is not null`,
  );
  await statement(
    db,
    `update graphile_worker._private_jobs set run_at = now()
     where last_error is not null and run_at > now() and locked_at is null`,
  );
  await atomically(db, tx =>
    addJobs(
      tx,
      SWEEPS.map(name => ({ name, key: `cron:${name}` })),
    ),
  );
}
