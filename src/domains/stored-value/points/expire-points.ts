import { atomically, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { lockDuePoints, pointsEntries, setPointsDue } from '../expiry-repository.js';
import { insertEntry } from '../repository.js';
import { dueOf, lotsOf } from './lots.js';

const ACCOUNTS_PER_ROUND = 100;

/** Takes expired points off their accounts, in rounds, each in a transaction of its own. */
export async function expirePoints({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  for (;;) {
    const count = await atomically(db, tx => expireRound(tx, now));
    if (count < ACCOUNTS_PER_ROUND) return;
  }
}

async function expireRound(tx: Tx, now: Date): Promise<number> {
  const accounts = await lockDuePoints(tx, now, ACCOUNTS_PER_ROUND);
  for (const { id } of accounts) {
    const { points, next } = dueOf(lotsOf(await pointsEntries(tx, id)), now);
    if (points > 0) {
      await insertEntry(tx, {
        id: newId(now),
        accountId: id,
        kind: 'expired',
        amount: String(-points),
        storeId: null,
        at: now,
      });
    }
    await setPointsDue(tx, id, next);
  }
  return accounts.length;
}
