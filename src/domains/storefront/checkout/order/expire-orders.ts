import { atomically, type Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { closeFulfillments } from '../../../fulfillments/index.js';
import { lockSale, overdueOrders } from '../../../transactions/index.js';
import { closeSale } from '../attempt/fail-attempt.js';

const BATCH = 100;
const NOT_PICKED_UP = { code: 'not_picked_up', message: 'The order was not picked up in time.' };

/** Expires pay-at-store orders that were not picked up within 72 hours. */
export async function expireOrders(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  let total = 0;
  for (;;) {
    const now = clock.now();
    const ids = await overdueOrders(db, now, BATCH);
    for (const id of ids) await atomically(db, tx => expire(tx, id, now));
    total += ids.length;
    if (ids.length < BATCH) return total;
  }
}

async function expire(tx: Tx, id: string, now: Date): Promise<void> {
  const sale = await lockSale(tx, id);
  // A till may have taken the payment before this lock.
  if (sale?.status !== 'pending' || sale.expires_at === null || sale.expires_at > now) return;
  await closeSale({ tx, sale, now }, 'expired', NOT_PICKED_UP);
  await closeFulfillments(tx, id, 'expired', now);
}
