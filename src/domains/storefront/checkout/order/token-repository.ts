import { type Reader, statement, type Tx } from '../../../../platform/database/tx.js';

/**
 * The sale of a token that an earlier release stored; tokens of this one are signed. Looked up by its
 * hash, so the comparison leaks no timing.
 */
export async function saleOfToken(
  reader: Reader,
  hash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await statement<{ transaction_id: string }>(
    reader,
    'select transaction_id from order_access_tokens where token_hash = $1 and expires_at > $2',
    [hash, now],
  );
  return row?.transaction_id;
}

export async function deleteExpiredTokens(tx: Tx, now: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `delete from order_access_tokens where token_hash in (
       select token_hash from order_access_tokens where expires_at <= $1 limit $2)
     returning token_hash`,
    [now, limit],
  );
  return rows.length;
}
