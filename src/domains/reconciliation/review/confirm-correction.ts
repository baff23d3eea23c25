import { conflict, Failure, invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Payment, PaymentMove } from '../../payments/index.js';
import { refuseCardNumbers } from '../../transactions/index.js';
import { askProcessor } from './ask-processor.js';
import type { Answer } from './rules.js';

const REFUSALS: Record<Exclude<Answer, 'verified' | 'unavailable' | 'mismatch'>, string> = {
  not_found: 'The processor has no payment with this id.',
  waiting: 'The processor has not finished this payment yet.',
};

type Correction = { processorTransactionId?: string; reference?: string };

/**
 * Checks a corrected processor id, or the present one again, with the processor. Returns the change
 * of the payment only if the processor took the booked amount: a correction never changes an
 * amount, because sale, shift and reports are booked with it. A slip number needs no processor.
 */
export async function confirmCorrection(
  platform: Platform,
  payment: Payment,
  correction: Correction,
): Promise<PaymentMove> {
  const { processorTransactionId: sent, reference } = correction;
  refuseCardNumbers({ processor_transaction_id: sent, reference });
  if (reference !== undefined && sent === undefined) return slipOf(payment, reference);
  const id = sent ?? payment.processor_transaction_id;
  if (id === null) {
    const message = 'Enter the id of the payment at the processor, or the slip number.';
    throw invalidField('processor_transaction_id', message);
  }
  const isNew = id !== payment.processor_transaction_id;
  if (isNew && payment.processor_transaction_id !== null && payment.refund_total !== '0.00') {
    throw conflict('INVALID_STATE', 'A payment with refunds keeps its processor id.');
  }
  const { answer, reviewReason } = await askProcessor(platform, payment, id);
  if (answer === 'unavailable') {
    throw new Failure('unavailable', 'PROCESSOR_UNAVAILABLE', 'The processor does not answer.');
  }
  if (answer !== 'verified') {
    const message = answer === 'mismatch' ? (reviewReason ?? '') : REFUSALS[answer];
    throw conflict('NOT_CONFIRMED', message, { answer });
  }
  return {
    ...(isNew && { processorTransactionId: id }),
    ...(reference !== undefined && { reference }),
    verification: 'confirmed',
    reviewReason: null,
  };
}

/** A charge that the processor can be asked about is not proved by a slip. */
function slipOf(payment: Payment, reference: string): PaymentMove {
  if (payment.processor_transaction_id !== null) {
    throw invalidField('reference', 'This payment has a processor id; correct that instead.');
  }
  return { reference, verification: 'not_needed', reviewReason: null };
}
