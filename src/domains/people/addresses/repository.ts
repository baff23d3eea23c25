import type { Selectable, Updateable } from 'kysely';
import type { SavedAddresses } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';

export type Address = Selectable<SavedAddresses>;

/** The default first, then the newest. */
export const addressesOf = (reader: Reader, userId: string): Promise<Address[]> =>
  reader
    .selectFrom('saved_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Finds only addresses of this user. */
export const addressById = (
  reader: Reader,
  userId: string,
  id: string,
): Promise<Address | undefined> =>
  reader
    .selectFrom('saved_addresses')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function countAddresses(reader: Reader, userId: string): Promise<number> {
  const { n } = await reader
    .selectFrom('saved_addresses')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}

export const insertAddress = (tx: Tx, row: Omit<Address, 'created_at'> & { created_at: Date }) =>
  tx.insertInto('saved_addresses').values(row).execute();

export const updateAddress = (tx: Tx, id: string, change: Updateable<SavedAddresses>) =>
  tx.updateTable('saved_addresses').set(change).where('id', '=', id).execute();

export const clearDefaultAddress = (tx: Tx, userId: string) =>
  tx
    .updateTable('saved_addresses')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();

export const deleteAddress = (tx: Tx, id: string) =>
  tx.deleteFrom('saved_addresses').where('id', '=', id).execute();
