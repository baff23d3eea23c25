import { addMs } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { lockPayment, type Payment } from '../../payments/index.js';
import { openTask } from '../../tasks/index.js';
import { findSale } from '../../transactions/index.js';
import { claimTask, paymentsWithoutTask, reviewState } from './repository.js';
import { explain, needsReview, reasonOf, TASK_AFTER_MS, taskIdOf } from './rules.js';

const BATCH = 200;

/** Opens one task for each payment that has been in review for a day. */
export async function openReviewTasks({ db, clock, log }: Platform): Promise<void> {
  const now = clock.now();
  for (const payment of await paymentsWithoutTask(db, addMs(now, -TASK_AFTER_MS), BATCH)) {
    try {
      await atomically(db, tx => openReviewTask(tx, payment, now));
    } catch (error) {
      log.error({ err: error, payment: payment.id }, 'opening a review task failed');
    }
  }
}

async function openReviewTask(tx: Tx, found: Payment, now: Date): Promise<void> {
  const payment = await lockPayment(tx, found.id);
  if (payment === undefined || !needsReview(payment)) return;
  if (!(await claimTask(tx, payment, now))) return;
  const [{ answer }, sale] = await Promise.all([
    reviewState(tx, payment.id),
    findSale(tx, { id: payment.transaction_id }),
  ]);
  const { currency } = payment;
  // The processor's records name the charge, which is with the tip.
  const charged = formatMoney(
    minor(payment.amount, currency) + minor(payment.tip, currency),
    currency,
  );
  const reason = reasonOf(payment, answer);
  await openTask(tx, {
    taskId: taskIdOf(payment.id),
    storeId: payment.store_id,
    title: `Review the payment of ${charged} ${currency} for ${sale?.transaction_number}`,
    description:
      `${explain(reason, payment)} Compare it with the processor's records ` +
      'and accept, refund or correct it under Payment review.',
    cause: {
      name: 'payment_review',
      values: { amount: charged, currency, transaction: sale?.transaction_number ?? '', reason },
    },
    priority: 'high',
  });
}
