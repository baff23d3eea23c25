import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { PROCESSOR_TYPES } from '../processors/registry.js';
import {
  PAYMENT_STATUSES,
  REFUND_CAUSES,
  REFUND_DESTINATIONS,
  REFUND_STATUSES,
  VERIFICATIONS,
} from './rules.js';

const refundFields = {
  id: Uuid,
  refund_id: Type.String({ examples: ['REF-20260709-0A1B2C3D'] }),
  amount: Money,
  status: OneOf(REFUND_STATUSES),
  cause: OneOf(REFUND_CAUSES),
  reason: Type.String(),
  refund_to: OneOf(REFUND_DESTINATIONS),
  processor_refund_id: Nullable(Type.String()),
  processed_at: Nullable(Timestamp),
  created_at: Timestamp,
};

const paymentFields = {
  id: Uuid,
  payment_id: Uuid,
  payment_method: Uuid,
  amount: Money,
  currency: Type.String(),
  status: OneOf(PAYMENT_STATUSES),
  processor_type: Nullable(OneOf(PROCESSOR_TYPES)),
  processor_transaction_id: Nullable(Type.String()),
  verification: OneOf(VERIFICATIONS),
  card_last_four: Nullable(Type.String()),
  card_brand: Nullable(Type.String()),
  reference: Nullable(Type.String({ description: 'Slip number of a stand-alone terminal' })),
  refunded_amount: Money,
  processed_at: Nullable(Timestamp),
  created_at: Timestamp,
};

/** A refund inside a sale, without the employee and the till. */
export const RefundRecord = Answer(refundFields);

const Shift = Nullable(
  Type.String({ format: 'uuid', description: 'Null: no shift was open at the till, or no till.' }),
);

export const RefundAnswer = Answer({
  ...refundFields,
  payment: Uuid,
  transaction: Type.String({ description: 'TXN number' }),
  store: Uuid,
  shift: Shift,
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
  next_attempt_at: Nullable(Timestamp),
});

export const PaymentAnswer = Answer({
  ...paymentFields,
  transaction: Type.String({ description: 'TXN number' }),
  store: Uuid,
  shift: Shift,
  payment_method_code: Type.String(),
  payment_method_name: Type.String(),
  tendered: Money,
  review_reason: Nullable(Type.String()),
  failure_code: Nullable(Type.String()),
  refunds: Type.Array(RefundRecord),
});
