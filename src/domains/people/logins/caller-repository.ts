import { addMs, DAY_MS } from '../../../platform/clock.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

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

/** The hashes among these from which a till has logged in lately. */
export async function knownTillCallers(
  reader: Reader,
  callers: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await statement<{ caller: string }>(
    reader,
    'select caller from till_callers where caller = any($1::text[]) and forget_at > $2',
    [callers, now],
  );
  return rows.map(row => row.caller);
}

export async function terminalsOfStores(
  reader: Reader,
  stores: readonly string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    'select id from terminals where store_id = any($1::uuid[])',
    [stores],
  );
  return rows.map(row => row.id);
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
