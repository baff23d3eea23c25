import type { Tx } from '../../../platform/database/tx.js';
import { moveUsesOf } from './privacy-repository.js';
import { customerHashes } from './rules.js';

/** Uses of codes by a merged customer count for the record that stays. */
export async function moveUses(tx: Tx, fromKey: string, intoKey: string): Promise<void> {
  const { key: from } = customerHashes({ customerKey: fromKey });
  const { key: into } = customerHashes({ customerKey: intoKey });
  if (from !== null && into !== null) await moveUsesOf(tx, from, into);
}
