import { type Autocommit, statement } from '../../database/tx.js';

/**
 * Unlocks the jobs of worker pools without a liveness connection. A pool that has just started has
 * five seconds to open it.
 */
export async function unlockJobsOfDeadPools(writer: Autocommit): Promise<number> {
  const dead = await statement<{ pool: string; jobs: number }>(
    writer,
    `select locked_by as pool, count(*)::int as jobs from graphile_worker.jobs
     where locked_by is not null and locked_at < now() - interval '5 seconds'
       and 'tillhouse ' || locked_by not in (select application_name from pg_stat_activity
         where datname = current_database())
     group by 1`,
  );
  if (dead.length > 0) {
    await statement(writer, 'select graphile_worker.force_unlock_workers($1::text[])', [
      dead.map(({ pool }) => pool),
    ]);
  }
  return dead.reduce((sum, { jobs }) => sum + jobs, 0);
}

/**
 * Unlocks jobs that a pool has locked and does not run, because the answer was lost. The attempt does
 * not count. `known` are the jobs that it runs.
 */
export async function unlockLostJobs(
  writer: Autocommit,
  pool: string,
  known: readonly string[],
): Promise<number> {
  const [row] = await statement<{ jobs: number }>(
    writer,
    `with freed as (
       update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
       where locked_by = $1 and locked_at < now() - interval '10 seconds' and id <> all($2::bigint[])
       returning job_queue_id
     ), queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_by = $1 and id in (select job_queue_id from freed)
     )
     select count(*)::int as jobs from freed`,
    [pool, known],
  );
  return row?.jobs ?? 0;
}
