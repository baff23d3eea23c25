import { atomically } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { liftBlock, type ShownAccount, shownAccount } from './repository.js';

/** Lifts the block of a manager. A card whose sale was taken back stays blocked. */
export const unblockValueAccount = (
  { db }: Platform,
  caller: Staff,
  id: string,
): Promise<ShownAccount> =>
  atomically(db, async tx => {
    const stores = storeScope(caller);
    if ((await shownAccount(tx, id, stores)) === undefined) throw notFound('Account');
    if (!(await liftBlock(tx, id))) {
      throw conflict('NOT_BLOCKED_BY_STAFF', 'Nobody has blocked this account.');
    }
    const unblocked = await shownAccount(tx, id, stores);
    if (unblocked === undefined) throw notFound('Account');
    return unblocked;
  });
