import { statement, type Tx } from '../../platform/database/tx.js';

/** Processors put names and addresses of payers into their events. */
export const erasePayloads = (tx: Tx, saleIds: readonly string[]) =>
  statement(
    tx,
    `update webhook_events set raw_payload = '{"erased": true}', error_message = null
     where payment_id in (select id from payments where transaction_id = any($1::uuid[]))`,
    [saleIds],
  );
