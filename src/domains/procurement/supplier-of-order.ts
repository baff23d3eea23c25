import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { findSupplier, supplierNamed } from '../suppliers/index.js';
import type { Order } from './repository.js';
import type { OrderInput } from './schemas.js';

type SupplierColumns = { supplier_id: string | null; vendor_name: string };

/**
 * The supplier and the name on the order. A supplier gives the order its name unless another one is
 * written; a name without a supplier refers to the supplier of that name, if there is one.
 */
export async function supplierOf(
  tx: Tx,
  before: Order | undefined,
  { supplier, vendor_name: name }: Pick<Partial<OrderInput>, 'supplier' | 'vendor_name'>,
): Promise<SupplierColumns> {
  if (typeof supplier === 'string') {
    const found = await findSupplier(tx, supplier);
    if (found === undefined) throw invalidField('supplier', 'There is no such supplier.');
    if (found.is_archived && before?.supplier_id !== found.id) {
      throw invalidField('supplier', 'This supplier is archived.');
    }
    return { supplier_id: found.id, vendor_name: name ?? found.name };
  }
  const written = name ?? before?.vendor_name;
  if (written === undefined) throw invalidField('vendor_name', 'Set supplier or vendor_name.');
  if (name === undefined) {
    const kept = supplier === null ? null : (before?.supplier_id ?? null);
    return { supplier_id: kept, vendor_name: written };
  }
  const known = supplier === null ? undefined : await supplierNamed(tx, name);
  return { supplier_id: known?.id ?? null, vendor_name: name };
}
