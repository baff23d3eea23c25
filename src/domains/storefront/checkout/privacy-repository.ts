import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/** Checkouts of these customers' visits that are being paid. */
export async function isPaying(reader: Reader, customerIds: readonly string[]): Promise<boolean> {
  const rows = await statement(
    reader,
    `select from checkout_sessions c
     where c.status in ('payment_processing', 'payment_requires_action')
       and c.session_id in (select id from sessions where user_id = any($1::uuid[]))
     limit 1`,
    [customerIds],
  );
  return rows.length > 0;
}

/** What was typed in checkouts of these customers, visits and orders, and the links to the orders. */
export async function eraseCheckouts(
  tx: Tx,
  customerIds: readonly string[],
  saleIds: readonly string[],
): Promise<void> {
  await statement(
    tx,
    `update checkout_sessions set form = null, failure = null, client_mark = null
     where transaction_id = any($2::uuid[])
       or session_id in (select id from sessions where user_id = any($1::uuid[]))`,
    [customerIds, saleIds],
  );
  await statement(tx, 'delete from order_access_tokens where transaction_id = any($1::uuid[])', [
    saleIds,
  ]);
}
