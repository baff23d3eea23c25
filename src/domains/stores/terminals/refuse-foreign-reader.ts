import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { isReaderOfOtherStore, lockReader } from './repository.js';

/**
 * Tills of one store may share a card reader. That of another store stands before its customers, who
 * would pay for a sale made here.
 */
export async function refuseForeignReader(
  tx: Tx,
  storeId: string,
  readerId: string | null,
): Promise<void> {
  if (readerId === null) return;
  await lockReader(tx, readerId);
  if (!(await isReaderOfOtherStore(tx, storeId, readerId))) return;
  throw invalidField('reader_id', 'A till of another store has this card reader.');
}
