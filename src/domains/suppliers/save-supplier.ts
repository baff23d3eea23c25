import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { supplierSaved } from './events.js';
import { findSupplier, insertSupplier, type Supplier, updateSupplier } from './repository.js';
import type { SupplierInput } from './schemas.js';

/** Creates a supplier, or updates an existing one. */
export async function saveSupplier(
  tx: Tx,
  id: string | undefined,
  change: Partial<SupplierInput>,
): Promise<Supplier> {
  const supplierId = id ?? newId();
  const columns = { ...change, ...(change.name !== undefined && { name: change.name.trim() }) };
  try {
    if (id === undefined) {
      await insertSupplier(tx, { ...columns, id: supplierId, name: columns.name ?? '' });
    } else await updateSupplier(tx, id, columns);
  } catch (error) {
    if (brokenConstraint(error) === 'suppliers_name') {
      throw conflict('DUPLICATE', 'Another supplier has this name.');
    }
    throw error;
  }
  const supplier = await findSupplier(tx, supplierId);
  if (supplier === undefined) throw notFound('Supplier');
  await record(tx, supplierSaved(supplier));
  return supplier;
}
