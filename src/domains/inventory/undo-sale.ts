import type { Tx } from '../../platform/database/tx.js';
import { putBack } from './put-back.js';
import { type LevelChange, onceKey, type StockLine } from './rules.js';
import { claimPosting } from './stock-repository.js';

/**
 * Undoes what a sale took out of stock. A sale whose goods have not left the books yet never
 * will: its posting is claimed here, so the job that comes later finds it done.
 */
export async function undoSale(
  tx: Tx,
  sale: {
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    terminalId?: string | null;
  },
): Promise<LevelChange[]> {
  if (await claimPosting(tx, onceKey('sale', sale.reference))) return [];
  return putBack(tx, { ...sale, kind: 'void', reason: 'Sale voided' });
}
