import { addMs, DAY_MS } from '../../platform/clock.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

/** A client without a login at the till for this long counts as unknown again. */
const KNOWN_MS = 30 * DAY_MS;

export async function isTillCaller(reader: Reader, caller: string, now: Date): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from till_callers where caller = $1 and forget_at > $2',
    [caller, now],
  );
  return rows.length === 1;
}

export async function rememberTillCaller(tx: Tx, caller: string, now: Date): Promise<void> {
  await statement(
    tx,
    `insert into till_callers (caller, forget_at) values ($1, $2)
     on conflict (caller) do update set forget_at = excluded.forget_at`,
    [caller, addMs(now, KNOWN_MS)],
  );
}

export async function deleteExpiredTillCallers(tx: Tx, now: Date): Promise<void> {
  await statement(tx, 'delete from till_callers where forget_at < $1', [now]);
}
