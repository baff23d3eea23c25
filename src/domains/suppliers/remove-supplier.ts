import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { supplierDeleted } from './events.js';
import { deleteSupplier, findSupplier } from './repository.js';

/** Deletes a supplier and its articles, unless orders refer to it. */
export async function removeSupplier(tx: Tx, id: string): Promise<void> {
  const supplier = await findSupplier(tx, id);
  if (supplier === undefined) throw notFound('Supplier');
  try {
    await deleteSupplier(tx, id);
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error;
    throw conflict('IN_USE', 'This supplier has purchase orders; archive it instead.');
  }
  await record(tx, supplierDeleted(supplier));
}
