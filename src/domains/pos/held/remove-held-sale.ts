import type { Tx } from '../../../platform/database/tx.js';
import type { TillStaff } from '../../access/index.js';
import { findHeldSale, heldElsewhere } from './find-held-sale.js';
import { deleteHeldSale } from './held-sale-repository.js';

/** Removes a held sale, unless another till continues it. */
export async function removeHeldSale(tx: Tx, { till }: TillStaff, id: string): Promise<void> {
  const found = await findHeldSale(tx, till.storeId, id);
  if (await deleteHeldSale(tx, till.storeId, found.id, till.terminalId)) return;
  throw heldElsewhere(await findHeldSale(tx, till.storeId, found.id));
}
