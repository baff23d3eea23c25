import { presentPaymentRecord, presentRefundRecord } from '../../payments/index.js';
import type { PaymentView, RefundView } from '../payment-list/repository.js';

export const presentPayment = (payment: PaymentView, showsCodes: boolean) => ({
  ...presentPaymentRecord(payment, payment.refunds, showsCodes),
  transaction: payment.transaction_number,
  store: payment.store_id,
  shift: payment.shift_id,
  payment_method_code: payment.method_code,
  payment_method_name: payment.method_name,
  payment_method_type: payment.method_type,
  tendered: payment.tendered,
  review_reason: payment.review_reason,
  review_decision: payment.review_decision,
  settlement: payment.settlement_id,
  failure_code: payment.failure_code,
});

export const presentRefund = (refund: RefundView, showsCodes: boolean) => ({
  ...presentRefundRecord(refund, showsCodes),
  payment: refund.payment_id,
  transaction: refund.transaction_number,
  store: refund.store_id,
  shift: refund.shift_id,
  terminal_id: refund.terminal_id,
  requested_by: refund.requested_by,
  attempts: refund.attempts,
  last_error: refund.last_error,
  next_attempt_at:
    refund.status === 'succeeded' || refund.given_up_at !== null || refund.action_required !== null
      ? null
      : refund.next_attempt_at.toISOString(),
});
