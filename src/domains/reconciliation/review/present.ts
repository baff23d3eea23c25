import type { Reader } from '../../../platform/database/tx.js';
import { showVerification } from '../../payments/index.js';
import {
  type PaymentView,
  presentPayment,
  presentRefund,
  refundView,
} from '../../transactions/index.js';
import type { DecisionRow, ReviewState } from './repository.js';
import { explain, reasonOf, taskIdOf } from './rules.js';

export function presentReview(payment: PaymentView, state: ReviewState) {
  const reason = reasonOf(payment, state.answer);
  return {
    ...presentPayment(payment, true),
    reason,
    reason_text: explain(reason, payment),
    asks: state.asks,
    asked_at: state.asked_at?.toISOString() ?? null,
    answer: state.answer,
    task_id: state.task_opened_at === null ? null : taskIdOf(payment.id),
  };
}

export const presentDecision = (row: DecisionRow) => ({
  id: row.id,
  payment: row.payment_id,
  decision: row.decision,
  note: row.note,
  reason: row.reason,
  verification_before: showVerification(row.verification),
  processor_transaction_id_before: row.processor_transaction_id,
  reference_before: row.reference,
  decided_by: row.decided_by,
  decided_by_name: row.decided_by_name,
  decided_at: row.decided_at.toISOString(),
});

export type ShownDecision = Awaited<ReturnType<typeof shownDecision>>;

/** A decision with the refund that it opened. */
export async function shownDecision(reader: Reader, row: DecisionRow) {
  const refund = row.refund_id === null ? undefined : await refundView(reader, 'id', row.refund_id);
  return {
    ...presentDecision(row),
    refund: refund === undefined ? null : presentRefund(refund, true),
  };
}
