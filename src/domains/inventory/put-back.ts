import type { Tx } from '../../platform/database/tx.js';
import { addOnce } from './add-once.js';
import type { LevelChange, StockLine } from './rules.js';

/** Adds the goods of a return or a voided sale to stock, once per reference. */
export const putBack = (
  tx: Tx,
  goods: {
    kind: 'return' | 'void';
    /** Id of the return or of the voided sale. */
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    terminalId?: string | null;
    reason?: string;
  },
): Promise<LevelChange[]> => addOnce(tx, goods);
