import type pg from 'pg';
import { type Autocommit, type Reader, statement } from '../database/tx.js';

export type JobRow = {
  id: string;
  name: string;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  last_error: string | null;
  key: string | null;
  locked_at: Date | null;
  created_at: Date;
};

export type JobState = 'parked' | 'failing' | 'waiting' | 'running';

const CONDITION: Record<JobState, string> = {
  parked: 'attempts >= max_attempts and locked_at is null',
  failing: 'attempts between 1 and max_attempts - 1 and locked_at is null',
  waiting: 'attempts = 0 and locked_at is null',
  running: 'locked_at is not null',
};

/** Newest first; `beforeId` continues a list. */
export const listJobs = (
  reader: Reader,
  state: JobState,
  beforeId: string | null,
  limit: number,
): Promise<JobRow[]> =>
  statement<JobRow>(
    reader,
    `select id::text, task_identifier as name, attempts, max_attempts, run_at, last_error, key,
            locked_at, created_at
     from graphile_worker.jobs
     where ${CONDITION[state]} and ($1::bigint is null or id < $1)
     order by id desc limit $2`,
    [beforeId, limit],
  );

export async function jobByKey(reader: Reader, key: string): Promise<JobRow | undefined> {
  const [row] = await statement<JobRow>(
    reader,
    `select id::text, task_identifier as name, attempts, max_attempts, run_at, last_error, key,
            locked_at, created_at
     from graphile_worker.jobs where key = $1`,
    [key],
  );
  return row;
}

/** Whether any node works on the queue: each keeps a connection with the name of its pool. */
export async function isWorkerAlive(reader: Reader): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'tillhouse %' limit 1`,
  );
  return rows.length > 0;
}

/** Gives a parked or failing job its tries back, to start now. */
export async function retryJob(reader: Reader, id: string): Promise<boolean> {
  const rows = await statement(
    reader,
    `select id from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)`,
    [id],
  );
  return rows.length > 0;
}

export async function countJobs(reader: Reader): Promise<Record<JobState, number>> {
  const [row] = await statement<Record<JobState, number>>(
    reader,
    `select ${Object.entries(CONDITION)
      .map(([state, condition]) => `count(*) filter (where ${condition})::int as ${state}`)
      .join(', ')} from graphile_worker.jobs`,
  );
  return row ?? { parked: 0, failing: 0, waiting: 0, running: 0 };
}

export async function oldestDueSeconds(reader: Reader): Promise<number> {
  const [row] = await statement<{ age: number | null }>(
    reader,
    `select extract(epoch from clock_timestamp() - min(run_at))::float8 as age
     from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at <= clock_timestamp()`,
  );
  return row?.age ?? 0;
}

/**
 * Unlocks the jobs of worker pools that no connection vouches for. A pool that has just started
 * gets five seconds to show itself.
 */
export async function freeJobsOfTheDead(reader: Reader): Promise<number> {
  const dead = await statement<{ pool: string; jobs: number }>(
    reader,
    `select locked_by as pool, count(*)::int as jobs from graphile_worker.jobs
     where locked_by is not null and locked_at < now() - interval '5 seconds'
       and 'tillhouse ' || locked_by not in (select application_name from pg_stat_activity
         where datname = current_database())
     group by 1`,
  );
  if (dead.length > 0) {
    await statement(reader, 'select graphile_worker.force_unlock_workers($1::text[])', [
      dead.map(({ pool }) => pool),
    ]);
  }
  return dead.reduce((sum, { jobs }) => sum + jobs, 0);
}

/**
 * Unlocks jobs that a pool has taken and does not know of, because the answer was lost on its way;
 * they get the try back. `known` are those it works on.
 */
export async function freeForgottenJobs(
  reader: Autocommit,
  pool: string,
  known: readonly string[],
): Promise<number> {
  const [row] = await statement<{ jobs: number }>(
    reader,
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

/**
 * A worker that finishes a job of a queue looks for its next job before the queue is free again,
 * finds none and sleeps for a whole poll. So a queue that becomes free calls a worker by itself.
 */
export async function wakeWorkersForFreeQueues(client: pg.Client): Promise<void> {
  const known = await client.query(
    `select 1 from pg_trigger where tgname = 'tillhouse_queue_free'`,
  );
  if (known.rowCount === 1) return;
  await client.query(`
    create or replace function graphile_worker.tillhouse_queue_free() returns trigger
    language plpgsql as $$
    begin
      perform pg_notify('jobs:insert', '{"count":1}');
      return null;
    end $$;
    create or replace trigger tillhouse_queue_free
      after update on graphile_worker._private_job_queues
      for each row when (old.locked_by is not null and new.locked_by is null)
      execute function graphile_worker.tillhouse_queue_free();
  `);
}
