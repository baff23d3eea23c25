import type { Platform } from '../../platform/platform.js';
import { heldMoney, type Payment, type ProcessorType, processorFor } from '../payments/index.js';
import { settleIntent } from '../storefront/index.js';
import { findSale } from '../transactions/index.js';
import { notYetConfirmed } from './errors.js';

/**
 * A web order's payment that we do not hold is said to have succeeded: the shopper closed the page
 * in the challenge, or the order was given up too early. The processor is asked, and the order
 * completed now, or the late money sent back. Runs outside of any database transaction, and may
 * run more than once. False when the processor does not stand by its word.
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
