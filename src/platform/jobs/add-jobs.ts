import { statement, type Tx } from '../database/tx.js';
import { currentSpan } from '../tracing/span.js';
import { addDroppedAgain } from './graphile/add-dropped-again.js';

/** With graphile-worker's exponential back-off the last of 12 attempts comes about a day after the first. */
export const MAX_ATTEMPTS = 12;

/** The payload key of the trace that enqueued the job. */
export const ORIGIN = 'traceparent';

export type JobRequest = {
  name: string;
  payload?: Record<string, unknown>;
  /** Jobs of one key that have not started are one job, with the newest payload. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Lower runs first; 0 unless given. */
  priority?: number;
};

/** Enqueues jobs with the transaction: no commit, no job. */
export const addJobs = (tx: Tx, jobs: JobRequest[]): Promise<void> =>
  addDroppedAgain(jobs, some => enqueue(tx, some));

/** The argument of `graphile_worker.add_jobs`, with the current trace. */
export function specOf(job: JobRequest) {
  const origin = currentSpan()?.traceparent;
  return {
    identifier: job.name,
    payload: origin === undefined ? (job.payload ?? {}) : { ...job.payload, [ORIGIN]: origin },
    job_key: job.key ?? null,
    queue_name: job.queue ?? null,
    run_at: job.runAt?.toISOString() ?? null,
    max_attempts: job.maxAttempts ?? MAX_ATTEMPTS,
    priority: job.priority ?? 0,
  };
}

/** Returns the keys of the jobs that were accepted. */
async function enqueue(tx: Tx, jobs: readonly JobRequest[]): Promise<Set<string>> {
  const accepted = await statement<{ key: string | null }>(
    tx,
    `select key from graphile_worker.add_jobs(
       array(select json_populate_recordset(null::graphile_worker.job_spec, $1::json)))`,
    [JSON.stringify(jobs.map(specOf))],
  );
  return new Set(accepted.flatMap(({ key }) => key ?? []));
}
