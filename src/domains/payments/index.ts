import type { Domain } from '../domain.js';
import { refundQueue } from './records/run-refund.js';
import { routes } from './routes.js';
import { sandboxRoutes } from './sandbox-routes.js';

export { CardFormAnswer, isPaidByCard, webCardForm } from './card-form.js';
export { checkReader } from './check-reader.js';
export {
  paymentSaved,
  refundActionDone,
  refundActionRequired,
  refundFailed,
  refundGivenUp,
  refundSucceeded,
} from './events.js';
export { isOnReader } from './methods/is-on-reader.js';
export { readerMethod } from './methods/reader-method.js';
export { type RememberedMethod, rememberedMethod } from './methods/remembered-method.js';
export {
  findPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
} from './methods/repository.js';
export { METHOD_TYPES, type MethodType } from './methods/rules.js';
export { savePaymentMethod } from './methods/save-payment-method.js';
export { fromSmallestUnit, toSmallestUnit } from './processors/currency.js';
export type { PageHosts } from './processors/descriptor.js';
export { ProcessorError } from './processors/errors.js';
export type { ChargeRequest, Outcome, Processor } from './processors/processor.js';
export { type CardReader, READER_STATES, type ReaderOutcome } from './processors/reader.js';
export {
  cardFieldHosts,
  createProcessors,
  isChargeable,
  isSandboxed,
  isSandboxOffered,
  PROCESSOR_NAMES,
  PROCESSOR_TYPES,
  type ProcessorType,
  parseProcessorType,
  paysByOrder,
  processorFor,
  processorSecretHeaders,
  processorSettings,
  refuseUncharged,
  settingsOf,
  takesRealCards,
  webhookOf,
} from './processors/registry.js';
export { watchCertificates } from './processors/watch-certificates.js';
export type { ChargeReport } from './processors/webhook.js';
export { type Booking, bookingSql, newPaymentSql } from './records/booking-repository.js';
export { finishRefunds } from './records/finish-refunds.js';
export { creditInvariants, paymentInvariants } from './records/invariant-repository.js';
export { type OpenRefundRequest, openRefund } from './records/open-refund.js';
export { type PaidCharge, paidChargeSql } from './records/paid-payment-repository.js';
export {
  presentPaymentRecord,
  presentRefundRecord,
  presentWay,
} from './records/present.js';
export { eraseInRefunds } from './records/privacy-repository.js';
export { insertPayment, type PaymentInput } from './records/record-payment.js';
export {
  type Refund,
  type RefundWithCode,
  refundById,
  refundsOfPayments,
  refundsOfTransaction,
} from './records/refund-repository.js';
export {
  findPaymentByProcessorId,
  lockPayment,
  lockPayments,
  markPaymentsVoided,
  markSettled,
  movePayment,
  type Payment,
  type PaymentMove,
  paymentById,
  paymentsOfTransaction,
} from './records/repository.js';
export { retryRefund } from './records/retry-refund.js';
export {
  cashRefundRounding,
  heldMoney,
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_ACTIONS,
  REFUND_CAUSES,
  REFUND_DESTINATIONS,
  REFUND_STATUSES,
  REFUND_WAYS,
  REVIEW_DECISIONS,
  type RefundAction,
  type RefundCause,
  type RefundDestination,
  type RefundStatus,
  type RefundWay,
  type ReviewDecision,
  readVerification,
  SHOWN_VERIFICATIONS,
  showVerification,
  UNSETTLED_STATUSES,
  type Verification,
} from './records/rules.js';
export { runRefund, SUPERSEDED } from './records/run-refund.js';
export { PaymentAnswer, RefundAnswer, RefundRecord, wayFields } from './records/schemas.js';
export { settleRefundByHand } from './records/settle-refund-by-hand.js';

export const payments: Domain = {
  name: 'payments',
  routes: { office: routes, shop: sandboxRoutes },
  queues: [refundQueue],
};
