import { atomically } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { type ShownAccount, setBlock, shownAccount } from './repository.js';

/**
 * Blocks a gift card or store credit of a store that the caller may see. A payment that books at the
 * same time is before or after the block: both lock the account.
 */
export const blockValueAccount = (
  { db, clock }: Platform,
  caller: Staff,
  id: string,
  reason: string,
): Promise<ShownAccount> =>
  atomically(db, async tx => {
    const stores = storeScope(caller);
    if ((await shownAccount(tx, id, stores)) === undefined) throw notFound('Account');
    const block = { reason, by: caller.userId, at: clock.now() };
    if (!(await setBlock(tx, id, block))) {
      throw conflict('ALREADY_BLOCKED', 'This account is blocked already.');
    }
    const blocked = await shownAccount(tx, id, stores);
    if (blocked === undefined) throw notFound('Account');
    return blocked;
  });
