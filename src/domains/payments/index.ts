import type { Domain } from '../domain.js';
import { refundQueue } from './records/run-refund.js';
import { routes } from './routes.js';

export { presentPaymentMethod } from './methods/present.js';
export {
  findPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
} from './methods/repository.js';
export { savePaymentMethod } from './methods/save-payment-method.js';
export { fromSmallestUnit, toSmallestUnit } from './processors/currency.js';
export { ProcessorError } from './processors/errors.js';
export {
  type ChargeQuery,
  type ChargeRequest,
  type Outcome,
  PROCESSOR_TYPES,
  type Processor,
  type ProcessorType,
  parseProcessorType,
} from './processors/processor.js';
export { isSandboxed, processorFor } from './processors/registry.js';
export {
  type Booking,
  bookingParameters,
  bookingSql,
  bookingValues,
} from './records/booking-repository.js';
export { finishRefunds } from './records/finish-refunds.js';
export { creditInvariants, paymentInvariants } from './records/invariant-repository.js';
export { openRefund, type RefundWish } from './records/open-refund.js';
export {
  presentPaymentRecord,
  presentRefundRecord,
} from './records/present.js';
export { insertPayment, type PaymentTaken } from './records/record-payment.js';
export {
  type Refund,
  refundById,
  refundsOfPayments,
  refundsOfTransaction,
} from './records/refund-repository.js';
export {
  findPaymentByProcessorId,
  lockPayment,
  lockPayments,
  markPaymentsVoided,
  movePayment,
  type Payment,
  type PaymentMove,
  paymentById,
  paymentsOfTransaction,
  paymentsOfTransactions,
} from './records/repository.js';
export { retryRefund } from './records/retry-refund.js';
export {
  heldMoney,
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_DESTINATIONS,
  REFUND_STATUSES,
  type RefundCause,
  type RefundDestination,
  type RefundStatus,
  type Verification,
} from './records/rules.js';
export { runRefund } from './records/run-refund.js';
export { PaymentAnswer, PaymentRecord, RefundAnswer, RefundRecord } from './records/schemas.js';

export const payments: Domain = {
  name: 'payments',
  routes: { office: routes },
  queues: [refundQueue],
};
