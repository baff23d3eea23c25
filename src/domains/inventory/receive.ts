import type { Tx } from '../../platform/database/tx.js';
import { addOnce } from './add-once.js';
import type { LevelChange, StockLine } from './rules.js';

/** Takes delivered goods into stock, once per reference. */
export const receive = (
  tx: Tx,
  delivery: {
    /** The id of this receipt; an order that arrives in parts has several. */
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    reason?: string;
  },
): Promise<LevelChange[]> => addOnce(tx, { ...delivery, kind: 'receipt' });
