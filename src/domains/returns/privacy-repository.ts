import { statement, type Tx } from '../../platform/database/tx.js';
import { ERASED, type Mentions } from '../people/index.js';

/** Notes of staff; reasons and amounts are the books. */
export const eraseReturnNotes = (tx: Tx, saleIds: readonly string[]) =>
  statement(
    tx,
    `update returns set notes = '', decision_note = '', mailed_status = null
     where transaction_id = any($1::uuid[])`,
    [saleIds],
  );

/** Usually a code, but any text is allowed. */
export async function eraseInReturnReasons(
  tx: Tx,
  saleIds: readonly string[],
  { inOwn }: Mentions,
): Promise<void> {
  if (inOwn === null) return;
  await statement(
    tx,
    `update returns set return_reason = regexp_replace(return_reason, $2, $3, 'gi')
     where transaction_id = any($1::uuid[]) and return_reason ~* $2`,
    [saleIds, inOwn, ERASED],
  );
  await statement(
    tx,
    `update return_lines set reason = regexp_replace(reason, $2, $3, 'gi')
     where transaction_id = any($1::uuid[]) and reason ~* $2`,
    [saleIds, inOwn, ERASED],
  );
}
