import { type Autocommit, type Reader, statement } from '../database/tx.js';

export const MAINTENANCE = ['backup', 'restore_drill'] as const;
export type Maintenance = (typeof MAINTENANCE)[number];

/** Remembers the last success; an earlier one that reports late changes nothing. */
export async function recordRun(
  writer: Autocommit,
  run: { name: Maintenance; at: Date; detail: string },
): Promise<void> {
  await statement(
    writer,
    `insert into maintenance_runs as known (name, finished_at, detail) values ($1, $2, $3)
     on conflict (name) do update set finished_at = excluded.finished_at, detail = excluded.detail
       where known.finished_at < excluded.finished_at`,
    [run.name, run.at, run.detail],
  );
}

/** Seconds since each last succeeded, or since the installation if it never did. */
export async function maintenanceAges(reader: Reader): Promise<Record<string, number>> {
  const rows = await statement<{ name: string; age: number }>(
    reader,
    `select name, extract(epoch from clock_timestamp() - coalesce(
         (select finished_at from maintenance_runs run where run.name = wanted.name),
         (select min(applied_at) from schema_migrations)))::float8 as age
     from unnest($1::text[]) as wanted (name)`,
    [MAINTENANCE],
  );
  return Object.fromEntries(rows.map(({ name, age }) => [name, age]));
}
