import type { Platform } from '../../../platform/platform.js';
import { type Payment, processorFor } from '../../payments/index.js';
import { compareAnswer, type Verdict } from './rules.js';

/**
 * Looks a payment up at its processor and compares it with the booked one. Called without an open
 * transaction. A processor that fails is an answer too: `unavailable`.
 */
export async function askProcessor(
  platform: Platform,
  payment: Payment,
  processorTransactionId: string,
): Promise<Verdict> {
  try {
    const processor = processorFor(platform, payment.processor_type ?? 'primary');
    return compareAnswer(await processor.find({ paymentId: processorTransactionId }), payment);
  } catch (error) {
    platform.log.warn({ err: error, payment: payment.id }, 'the processor could not be asked');
    return { answer: 'unavailable', reviewReason: null };
  }
}
