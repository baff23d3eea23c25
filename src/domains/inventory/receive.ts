import type { Tx } from '../../platform/database/tx.js';
import { addOnce } from './add-once.js';
import type { LevelChange, StockLine } from './rules.js';

/** Adds delivered goods to stock, once per reference. */
export const receive = (
  tx: Tx,
  delivery: {
    /** Id of the receipt; an order received in parts has several. */
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    reason?: string;
  },
): Promise<LevelChange[]> => addOnce(tx, { ...delivery, kind: 'receipt' });
