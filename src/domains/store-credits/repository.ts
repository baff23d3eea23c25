import { type Insertable, type Selectable, sql } from 'kysely';
import type { StoreCredits } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

export type StoreCredit = Selectable<StoreCredits>;

export const creditsOfReturns = (
  reader: Reader,
  returnIds: readonly string[],
): Promise<StoreCredit[]> =>
  reader
    .selectFrom('store_credits')
    .selectAll()
    .where('return_id', '=', sql<string>`any(${returnIds}::uuid[])`)
    .execute();

export const storeCreditByCode = (reader: Reader, code: string): Promise<StoreCredit | undefined> =>
  reader.selectFrom('store_credits').selectAll().where('code', '=', code).executeTakeFirst();

/** False if the code is already in use. */
export async function insertStoreCredit(
  tx: Tx,
  credit: Insertable<StoreCredits>,
): Promise<boolean> {
  const row = await tx
    .insertInto('store_credits')
    .values(credit)
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Refunds an amount to the credit that paid it. */
export async function refundToStoreCredit(tx: Tx, creditId: string, amount: string): Promise<void> {
  await statement(
    tx,
    'update store_credits set balance = balance + $2::numeric, updated_at = now() where id = $1',
    [creditId, amount],
  );
}

/**
 * Part of the statement that books a payment; its CTE `sale` has one row if the payment is valid.
 * The constraint `credit_not_overdrawn` fails the whole statement if the balance is too small.
 */
export const spendCreditSql = (values: { creditId: string; amount: string; at: string }): string =>
  `update store_credits set balance = balance - ${values.amount}, updated_at = ${values.at}
  from sale where store_credits.id = ${values.creditId}`;
