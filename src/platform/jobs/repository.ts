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

/** Whether any node runs jobs: each holds a liveness connection with the name of its pool. */
export async function isWorkerAlive(reader: Reader): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'tillhouse %' limit 1`,
  );
  return rows.length > 0;
}

/** Resets the attempts of a parked or failing job and makes it due now. */
export async function retryJob(writer: Autocommit, id: string): Promise<boolean> {
  const rows = await statement(
    writer,
    `select id from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)`,
    [id],
  );
  return rows.length > 0;
}

const COUNT_BY_STATE = Object.entries(CONDITION)
  .map(([state, condition]) => `count(*) filter (where ${condition})::int as ${state}`)
  .join(', ');

export async function countJobs(reader: Reader): Promise<Record<JobState, number>> {
  const [row] = await statement<Record<JobState, number>>(
    reader,
    `select ${COUNT_BY_STATE} from graphile_worker.jobs`,
  );
  return row ?? { parked: 0, failing: 0, waiting: 0, running: 0 };
}

export type NamedJobs = { name: string } & Record<JobState, number>;

/** The jobs of each of these names by state; a name without jobs is left out. */
export const jobsByName = (reader: Reader, names: readonly string[]): Promise<NamedJobs[]> =>
  statement<NamedJobs>(
    reader,
    `select task_identifier as name, ${COUNT_BY_STATE} from graphile_worker.jobs
     where task_identifier = any($1::text[]) group by 1`,
    [names],
  );

export async function oldestDueSeconds(reader: Reader): Promise<number> {
  const [row] = await statement<{ age: number | null }>(
    reader,
    `select extract(epoch from clock_timestamp() - min(run_at))::float8 as age
     from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at <= clock_timestamp()`,
  );
  return row?.age ?? 0;
}
