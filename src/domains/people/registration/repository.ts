import type { Selectable } from 'kysely';
import type { Registrations } from '../../../platform/database/tables.js';
import type { Tx } from '../../../platform/database/tx.js';

export type Registration = Selectable<Registrations>;

export const insertRegistration = (
  tx: Tx,
  row: Omit<Registration, 'tries' | 'resends' | 'verified_at'>,
) => tx.insertInto('registrations').values(row).execute();

/** Serializes the tries on one registration, so that parallel tries cannot exceed the limit. */
export const lockRegistration = (tx: Tx, tokenHash: Buffer): Promise<Registration | undefined> =>
  tx
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();

export const updateRegistration = (
  tx: Tx,
  tokenHash: Buffer,
  change: Partial<
    Pick<
      Registration,
      'tries' | 'resends' | 'code_hash' | 'code_expires_at' | 'last_sent_at' | 'verified_at'
    >
  >,
) => tx.updateTable('registrations').set(change).where('token_hash', '=', tokenHash).execute();

export const deleteOldRegistrations = (tx: Tx, expiredBefore: Date) =>
  tx.deleteFrom('registrations').where('expires_at', '<', expiredBefore).execute();
