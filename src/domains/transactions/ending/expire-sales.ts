import { addMs, DAY_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { firstIdAt } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { markPaymentsVoided } from '../../payments/index.js';
import { releasePromotions } from '../../promotions/index.js';
import { openTask } from '../../tasks/index.js';
import { requestCancel } from '../card/attempt-repository.js';
import { saleUpdated } from '../events.js';
import {
  type PartlyPaidSale,
  partlyPaidTask,
  partlyPaidWithoutTask,
  staleSales,
} from '../open-sales-repository.js';
import { closeUnpaidSale } from '../order-repository.js';
import { lockSale } from '../repository.js';

const BATCH = 100;
/** A sale at a counter is paid within minutes; the next day nobody stands there any more. */
const MAX_AGE_MS = DAY_MS;

/**
 * Expires till sales that were not paid within 24 hours. A partly paid sale or order holds a
 * customer's money, so it stays open and its store gets one task.
 */
export async function expireSales(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const beforeId = firstIdAt(addMs(now, -MAX_AGE_MS));
  for (;;) {
    const ids = await staleSales(db, beforeId, BATCH);
    const end = { status: 'expired', reason: 'Not paid within 24 hours' } as const;
    for (const id of ids) await atomically(db, tx => closeStaleSale(tx, id, end, now));
    if (ids.length < BATCH) break;
  }
  for (;;) {
    const sales = await partlyPaidWithoutTask(db, { beforeId, now }, BATCH);
    for (const sale of sales) await atomically(db, tx => openPartlyPaidTask(tx, sale));
    if (sales.length < BATCH) return;
  }
}

/** Ends a sale that nobody has paid. False if a till has taken a payment before. */
export async function closeStaleSale(
  tx: Tx,
  id: string,
  end: { status: 'voided' | 'expired'; reason: string },
  now: Date,
): Promise<boolean> {
  const sale = await lockSale(tx, id);
  if (sale === undefined || !(await closeUnpaidSale(tx, id, { ...end, now }))) return false;
  await requestCancel(tx, id, now);
  await markPaymentsVoided(tx, id);
  if (sale.adjustments.length > 0) await releasePromotions(tx, id, now);
  await record(tx, saleUpdated(sale, { status: end.status, previous_status: sale.status }));
  return true;
}

async function openPartlyPaidTask(tx: Tx, sale: PartlyPaidSale): Promise<void> {
  const due = formatMoney(
    minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency),
    sale.currency,
  );
  await openTask(tx, {
    taskId: partlyPaidTask(sale.transaction_number),
    storeId: sale.store_id,
    title: `Sale ${sale.transaction_number} is partly paid`,
    description:
      `${sale.total_paid} of ${sale.total_amount} ${sale.currency} was paid` +
      `${sale.terminal_id === null ? '' : ` at till ${sale.terminal_id}`}; ${due} is overdue. ` +
      'Take the rest, or cancel the sale at a till and give the money back.',
    cause: {
      name: 'sale_partly_paid',
      values: {
        transaction: sale.transaction_number,
        paid: sale.total_paid,
        total: sale.total_amount,
        due,
        currency: sale.currency,
      },
    },
    priority: 'high',
  });
}
