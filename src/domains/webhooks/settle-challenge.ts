import type { Platform } from '../../platform/platform.js';
import { heldMoney, type Payment, type ProcessorType, processorFor } from '../payments/index.js';
import { settleIntent } from '../storefront/index.js';
import { findSale } from '../transactions/index.js';
import { notYetConfirmed } from './errors.js';

/**
 * Handles a success report for a web order that is not booked as paid: the shopper closed the page
 * during the challenge, or the order expired first. Asks the processor, then completes the order or
 * refunds the late payment. Idempotent; runs outside any database transaction. Returns false if the
 * processor does not confirm the payment.
 */
export async function settleChallenge(
  platform: Platform,
  processorType: ProcessorType,
  payment: Payment,
): Promise<boolean> {
  const paymentIntentId = payment.processor_transaction_id;
  if (heldMoney(payment) || paymentIntentId === null) return true;
  const sale = await findSale(platform.db, { id: payment.transaction_id });
  if (sale?.source_system !== 'web_commerce') return true;
  const outcome = await processorFor(platform, processorType).confirm(paymentIntentId);
  if (outcome.outcome === 'unknown') throw notYetConfirmed();
  if (outcome.outcome !== 'succeeded') return false;
  await settleIntent(platform, { processorType, paymentIntentId, outcome });
  return true;
}
