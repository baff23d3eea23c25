import { statement, type Tx } from '../../../platform/database/tx.js';

export type Notice = 'refund' | 'cart';

/** True for the first caller only, so that the customer gets one mail about it. */
export async function claimNotice(
  tx: Tx,
  kind: Notice,
  about: string,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into sent_notices (kind, about, sent_at) values ($1, $2, $3)
     on conflict do nothing returning about`,
    [kind, about, now],
  );
  return rows.length > 0;
}

/** Events are redelivered for days at most; the guard is not needed longer. */
export async function deleteOldNotices(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `delete from sent_notices where (kind, about) in (
       select kind, about from sent_notices where sent_at < $1 limit $2)
     returning about`,
    [before, limit],
  );
  return rows.length;
}
