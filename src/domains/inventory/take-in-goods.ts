import type { Tx } from '../../platform/database/tx.js';
import { addOnce } from './add-once.js';
import type { LevelChange } from './rules.js';
import type { SentGoods } from './send-goods.js';

/** Adds the goods of a transfer that arrived to a store's stock, once per reference. */
export const takeInGoods = (tx: Tx, arrived: SentGoods): Promise<LevelChange[]> =>
  addOnce(tx, { ...arrived, kind: 'transfer_in' });
