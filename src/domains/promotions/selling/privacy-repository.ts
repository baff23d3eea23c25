import { statement, type Tx } from '../../../platform/database/tx.js';

/** The uses stay counted; whose they were is forgotten. */
export const eraseUses = (tx: Tx, saleIds: readonly string[]) =>
  statement(
    tx,
    `update promo_code_usages set customer_hash = null, mail_hash = null, mailbox_hash = null
     where transaction_id = any($1::uuid[])`,
    [saleIds],
  );

export const moveUsesOf = (tx: Tx, from: Buffer, into: Buffer) =>
  statement(tx, 'update promo_code_usages set customer_hash = $2 where customer_hash = $1', [
    from,
    into,
  ]);
