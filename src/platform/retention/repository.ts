import { type Reader, statement, type Tx } from '../database/tx.js';

export type RetentionSetting = { kind: string; keptDays: number | null; updatedAt: Date };

/** The choices of administrators, of one kind or of all. */
export const readSettings = (reader: Reader, kind?: string): Promise<RetentionSetting[]> =>
  statement<RetentionSetting>(
    reader,
    `select kind, kept_days as "keptDays", updated_at as "updatedAt" from retention_settings
     where $1::text is null or kind = $1`,
    [kind ?? null],
  );

export async function writeSetting(
  tx: Tx,
  kind: string,
  keptDays: number | null,
  now: Date,
): Promise<void> {
  await statement(
    tx,
    `insert into retention_settings (kind, kept_days, updated_at) values ($1, $2, $3)
     on conflict (kind) do update set kept_days = excluded.kept_days, updated_at = excluded.updated_at`,
    [kind, keptDays, now],
  );
}
