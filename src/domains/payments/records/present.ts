import { maskedCode } from '../../stored-value/index.js';
import type { RefundWithCode } from './refund-repository.js';
import type { Payment } from './repository.js';
import { showVerification } from './rules.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

/** How the money went back, or what is left to do. The code alone spends the credit, so it is shown to few. */
export const presentWay = (refund: RefundWithCode, showsCodes: boolean) => ({
  way: refund.way,
  action_required: refund.action_required,
  processor_refund_id: refund.processor_refund_id,
  shift_id: refund.shift_id,
  reference: refund.reference,
  confirmed_by: refund.confirmed_by,
  confirmed_at: time(refund.confirmed_at),
  store_credit_code:
    refund.store_credit_code === null || showsCodes
      ? refund.store_credit_code
      : maskedCode(refund.store_credit_code),
});

export const presentRefundRecord = (refund: RefundWithCode, showsCodes: boolean) => ({
  id: refund.id,
  refund_id: refund.refund_id,
  amount: refund.amount,
  rounding: refund.rounding,
  tip: refund.tip,
  status: refund.status,
  cause: refund.cause,
  reason: refund.reason,
  refund_to: refund.refund_to,
  ...presentWay(refund, showsCodes),
  processed_at: time(refund.processed_at),
  created_at: refund.created_at.toISOString(),
});

/** A payment inside the presentation of its sale. */
export const presentPaymentRecord = (
  payment: Payment,
  refunds: readonly RefundWithCode[],
  showsCodes: boolean,
) => ({
  id: payment.id,
  payment_id: payment.id,
  payment_method: payment.payment_method_id,
  amount: payment.amount,
  rounding: payment.rounding,
  tip: payment.tip,
  currency: payment.currency,
  status: payment.status,
  processor_type: payment.processor_type,
  processor_transaction_id: payment.processor_transaction_id,
  verification: showVerification(payment.verification),
  card_last_four: payment.card_last_four,
  card_brand: payment.card_brand,
  reference: payment.reference,
  refunded_amount: payment.refund_total,
  processed_at: time(payment.processed_at),
  created_at: payment.created_at.toISOString(),
  refunds: refunds.map(refund => presentRefundRecord(refund, showsCodes)),
});
