import { statement, type Tx } from '../../platform/database/tx.js';

/** Notes of staff; reasons and amounts are the books. */
export const eraseReturnNotes = (tx: Tx, saleIds: readonly string[]) =>
  statement(
    tx,
    `update returns set notes = '', decision_note = '', mailed_status = null
     where transaction_id = any($1::uuid[])`,
    [saleIds],
  );
