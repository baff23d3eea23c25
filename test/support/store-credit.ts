import { type Db, statement } from '../../src/platform/database/tx.js';

export type Credit = {
  id?: string;
  code: string;
  storeId: string;
  returnId: string;
  amount: string;
  currency?: string;
};

/** A store credit as a return issues it. */
export async function insertStoreCredit(db: Db, credit: Credit): Promise<string> {
  const { id = crypto.randomUUID(), code, storeId, returnId, amount, currency = 'USD' } = credit;
  await statement(
    db,
    `insert into value_accounts (id, kind, code, store_id, return_id, currency)
     values ($1, 'store_credit', $2, $3, $4, $5)`,
    [id, code, storeId, returnId, currency],
  );
  await statement(
    db,
    `insert into value_entries (id, account_id, kind, amount, store_id, occurred_at)
     values (gen_random_uuid(), $1, 'issued', $2, $3, now())`,
    [id, amount, storeId],
  );
  return id;
}
