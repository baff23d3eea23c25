import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PaymentMethods } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';

export type PaymentMethod = Selectable<PaymentMethods>;

/** By UUID or code; a code has no dashes, so it never looks like a UUID. */
export const findPaymentMethod = (
  reader: Reader,
  ref: string,
): Promise<PaymentMethod | undefined> =>
  reader
    .selectFrom('payment_methods')
    .selectAll()
    .where(isUuid(ref) ? 'id' : 'code', '=', ref)
    .executeTakeFirst();

/** All methods in display order. */
export const listPaymentMethods = (reader: Reader): Promise<PaymentMethod[]> =>
  reader
    .selectFrom('payment_methods')
    .selectAll()
    .orderBy('display_order')
    .orderBy('code')
    .execute();

export const paymentMethodsAfter = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<PaymentMethod[]> =>
  reader
    .selectFrom('payment_methods')
    .selectAll()
    .$if(after !== undefined, query => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute();

export const insertPaymentMethod = (tx: Tx, row: Insertable<PaymentMethods>) =>
  tx.insertInto('payment_methods').values(row).execute();

export const updatePaymentMethod = (tx: Tx, id: string, change: Updateable<PaymentMethods>) =>
  tx
    .updateTable('payment_methods')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deletePaymentMethod = (tx: Tx, id: string) =>
  tx.deleteFrom('payment_methods').where('id', '=', id).execute();
