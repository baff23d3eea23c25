import { addMs, MINUTE_MS } from '../../platform/clock.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { release, salePurpose } from '../inventory/index.js';
import { openTask } from '../tasks/index.js';
import { closeStaleSale, isPayable, lockSale } from '../transactions/index.js';
import { layawayById, markExpired, overdueLayaways, unpaidLayaways } from './repository.js';

const BATCH = 100;
/** A payment that was checked just before the end is booked by then. */
const GRACE_MS = MINUTE_MS;

/** A customer stands at the reader for the deposit. */
const DEPOSIT_MS = 30 * MINUTE_MS;
const NO_DEPOSIT = { status: 'voided', reason: 'The deposit was not paid' } as const;

/** Ends layaways whose deposit was to come from a card reader and did not. */
export async function cancelUnpaidLayaways({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  for (;;) {
    const ids = await unpaidLayaways(db, addMs(now, -DEPOSIT_MS), BATCH);
    for (const id of ids) {
      await atomically(db, async tx => {
        if (await closeStaleSale(tx, id, NO_DEPOSIT, now)) await release(tx, salePurpose(id));
      });
    }
    if (ids.length < BATCH) return;
  }
}

/**
 * Ends layaways whose time is over: the goods go back on sale. The money stays owed to the customer
 * until a manager cancels the layaway, with or without the fee; a task of the store asks for it.
 */
export async function expireLayaways(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  for (;;) {
    const ids = await overdueLayaways(db, addMs(now, -GRACE_MS), BATCH);
    for (const id of ids) await atomically(db, tx => expire(tx, id, now));
    if (ids.length < BATCH) return;
  }
}

async function expire(tx: Tx, id: string, now: Date): Promise<void> {
  const sale = await lockSale(tx, id);
  const layaway = await layawayById(tx, id);
  // A payment or a cancellation may have come first, or another node.
  if (sale === undefined || layaway === undefined || layaway.expired_at !== null) return;
  if (!isPayable(sale.status)) return;
  await release(tx, salePurpose(id));
  await markExpired(tx, id, now);
  await openTask(tx, {
    taskId: `layaway-expired-${sale.transaction_number}`,
    storeId: sale.store_id,
    title: `Layaway ${sale.transaction_number} has expired`,
    description:
      `The customer has paid ${sale.total_paid} of ${sale.total_amount} ` +
      `${sale.currency}. The goods are on sale again. Cancel the layaway to give the money back, ` +
      'with or without the fee of the store.',
    cause: {
      name: 'layaway_expired',
      values: {
        transaction: sale.transaction_number,
        paid: sale.total_paid,
        total: sale.total_amount,
        currency: sale.currency,
      },
    },
    priority: 'high',
  });
}
