import { type Reader, statement } from '../../database/tx.js';
import type { JobRow } from '../repository.js';

export type JobWithPayload = Pick<JobRow, 'name' | 'attempts' | 'max_attempts' | 'last_error'> & {
  created_at: Date;
  /** JSON. */
  payload: string;
};

/** Jobs whose payload contains one of these texts, such as the id of a record. */
export const jobsMentioning = (
  reader: Reader,
  texts: readonly string[],
): Promise<JobWithPayload[]> =>
  statement<JobWithPayload>(
    reader,
    `select task.identifier as name, job.attempts, job.max_attempts, job.last_error,
            job.created_at, job.payload::text as payload
     from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
     where exists (select from unnest($1::text[]) as given (text)
       where position(given.text in job.payload::text) > 0)
     order by job.id`,
    [texts],
  );
