import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { addressById, deleteAddress } from './repository.js';

export async function removeAddress(tx: Tx, userId: string, id: string): Promise<void> {
  const found = await addressById(tx, userId, id);
  if (found === undefined) throw notFound('Address');
  await deleteAddress(tx, found.id);
}
