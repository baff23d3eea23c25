import { statement, type Tx } from '../database/tx.js';

/** With the queue's exponential back-off the last of 12 tries comes about a day after the first. */
export const MAX_ATTEMPTS = 12;

export type JobRequest = {
  name: string;
  payload?: Record<string, unknown>;
  /** Jobs of one key that have not started yet are one job. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Lower runs first; 0 unless told otherwise. */
  priority?: number;
};

/** Enqueued with the transaction: no commit, no job. */
export async function addJobs(tx: Tx, jobs: JobRequest[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(job => ({
    identifier: job.name,
    payload: job.payload ?? {},
    job_key: job.key ?? null,
    queue_name: job.queue ?? null,
    run_at: job.runAt?.toISOString() ?? null,
    max_attempts: job.maxAttempts ?? MAX_ATTEMPTS,
    priority: job.priority ?? 0,
  }));
  await statement(
    tx,
    `select 1 from graphile_worker.add_jobs(
       array(select json_populate_recordset(null::graphile_worker.job_spec, $1::json)))`,
    [JSON.stringify(specs)],
  );
}
