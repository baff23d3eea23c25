import type { Tx } from '../../platform/database/tx.js';
import { addOnce } from './add-once.js';
import type { LevelChange, StockLine } from './rules.js';

/** Puts returned goods, or those of a voided sale, back on the shelf, once per reference. */
export const putBack = (
  tx: Tx,
  goods: {
    kind: 'return' | 'void';
    /** The return's id, or that of the voided sale. */
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    terminalId?: string | null;
    reason?: string;
  },
): Promise<LevelChange[]> => addOnce(tx, goods);
