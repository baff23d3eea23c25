import { statement, type Tx } from '../database/tx.js';
import { currentSpan } from '../tracing/span.js';

/** With the queue's exponential back-off the last of 12 tries comes about a day after the first. */
export const MAX_ATTEMPTS = 12;

/** In the payload of a job: the request, or job, that asked for it. */
export const ORIGIN = 'traceparent';

export type JobRequest = {
  name: string;
  payload?: Record<string, unknown>;
  /** Jobs of one key that have not started yet are one job, with what was asked for last. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Lower runs first; 0 unless told otherwise. */
  priority?: number;
};

/**
 * Enqueued with the transaction: no commit, no job. A job that starts in the very moment its key is
 * added again makes the queue drop the new one without a word, although the one that started
 * cannot see what this transaction has written. So what was dropped is added again: by now
 * the queue sees that the other one runs, and takes a second.
 */
export async function addJobs(tx: Tx, jobs: JobRequest[]): Promise<void> {
  let waiting = jobs;
  while (waiting.length > 0) {
    const taken = await enqueue(tx, waiting);
    waiting = waiting.filter(({ key }) => key !== undefined && !taken.has(key));
  }
}

/** A job as `graphile_worker.add_jobs` wants it, made where its trace is known. */
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

/** Returns the keys of the jobs that were taken. */
async function enqueue(tx: Tx, jobs: readonly JobRequest[]): Promise<Set<string>> {
  const taken = await statement<{ key: string | null }>(
    tx,
    `select key from graphile_worker.add_jobs(
       array(select json_populate_recordset(null::graphile_worker.job_spec, $1::json)))`,
    [JSON.stringify(jobs.map(specOf))],
  );
  return new Set(taken.flatMap(({ key }) => key ?? []));
}
