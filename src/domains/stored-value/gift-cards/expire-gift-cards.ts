import { atomically, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { lockExpiredAccounts } from '../expiry-repository.js';
import { insertEntry } from '../repository.js';

const CARDS_PER_ROUND = 100;

/**
 * Takes the rest off gift cards whose time has passed, in rounds: it is owed no longer. A refund onto
 * such a card makes it valid again for what it gives back.
 */
export async function expireGiftCards({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  for (;;) {
    const count = await atomically(db, tx => expireRound(tx, now));
    if (count < CARDS_PER_ROUND) return;
  }
}

async function expireRound(tx: Tx, now: Date): Promise<number> {
  const cards = await lockExpiredAccounts(tx, now, CARDS_PER_ROUND);
  for (const { id, store_id: storeId, balance } of cards) {
    await insertEntry(tx, {
      id: newId(now),
      accountId: id,
      kind: 'expired',
      amount: `-${balance}`,
      storeId,
      at: now,
    });
  }
  return cards.length;
}
