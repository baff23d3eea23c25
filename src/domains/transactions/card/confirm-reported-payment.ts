import type { Platform } from '../../../platform/platform.js';
import { heldMoney, type Payment } from '../../payments/index.js';
import { withReader } from './advance-card-payment.js';
import { cardPaymentById } from './attempt-repository.js';
import { settleCardPayment } from './settle-card-payment.js';

/**
 * Settles the attempt of a payment that the processor's webhook reports. Undefined if the payment
 * did not come from a reader; otherwise whether the processor confirms it (`unknown`: not yet).
 */
export async function confirmReportedPayment(
  platform: Platform,
  payment: Payment,
): Promise<'confirmed' | 'denied' | 'unknown' | undefined> {
  const attempt = await cardPaymentById(platform.db, payment.id);
  if (attempt === undefined) return undefined;
  if (heldMoney(payment)) return 'confirmed';
  const { reader_id: readerId } = attempt;
  const outcome = await withReader(platform, attempt, (reader, intentId) =>
    reader.poll({ intentId, readerId }),
  );
  await settleCardPayment(platform, attempt, outcome);
  if (outcome.outcome === 'succeeded') return 'confirmed';
  return outcome.outcome === 'unknown' || outcome.outcome === 'in_progress' ? 'unknown' : 'denied';
}
