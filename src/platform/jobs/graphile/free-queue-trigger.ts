import type pg from 'pg';

/**
 * Wakes a worker when a queue becomes free. A worker that finishes a job looks for its next one before
 * the queue is free again, finds none and would sleep for a whole poll.
 */
export async function wakeWorkersForFreeQueues(client: pg.Pool): Promise<void> {
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
