import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { METHOD_TYPES } from '../methods/rules.js';
import { PROCESSOR_TYPES } from '../processors/registry.js';
import {
  PAYMENT_STATUSES,
  REFUND_ACTIONS,
  REFUND_CAUSES,
  REFUND_DESTINATIONS,
  REFUND_STATUSES,
  REFUND_WAYS,
  REVIEW_DECISIONS,
  SHOWN_VERIFICATIONS,
} from './rules.js';

const Shift = Nullable(
  Type.String({ format: 'uuid', description: 'Null: no shift was open at the till, or no till.' }),
);

/** How the money of a refund went back, and what is left to do. */
export const wayFields = {
  way: Nullable(OneOf(REFUND_WAYS, { description: 'Null until the refund has succeeded.' })),
  action_required: Nullable(
    OneOf(REFUND_ACTIONS, { description: 'What a person has to do before it succeeds.' }),
  ),
  processor_refund_id: Nullable(Type.String()),
  shift_id: Shift,
  reference: Nullable(Type.String({ description: 'Slip number of a separate terminal.' })),
  confirmed_by: Nullable(
    Type.String({ format: 'uuid', description: 'Who confirmed the slip or paid the cash.' }),
  ),
  confirmed_at: Nullable(Timestamp),
  store_credit_code: Nullable(
    Type.String({ description: 'Masked for callers who may not issue refunds.' }),
  ),
};

const refundFields = {
  id: Uuid,
  refund_id: Type.String({ examples: ['REF-20260709-0A1B2C3D'] }),
  amount: Money,
  rounding: Type.String({
    description: 'Rounding of cash: `amount` and this are paid to the customer.',
  }),
  tip: Type.String({ description: 'Paid back beyond that, if the whole sale was voided.' }),
  status: OneOf(REFUND_STATUSES),
  cause: OneOf(REFUND_CAUSES),
  reason: Type.String(),
  refund_to: OneOf(REFUND_DESTINATIONS),
  ...wayFields,
  processed_at: Nullable(Timestamp),
  created_at: Timestamp,
};

const paymentFields = {
  id: Uuid,
  payment_id: Uuid,
  payment_method: Uuid,
  amount: Money,
  rounding: Type.String({
    description: 'Rounding of cash: `amount` and this are due from the customer.',
  }),
  tip: Type.String({ description: 'For the staff; taken beyond `amount` and `rounding`.' }),
  currency: Type.String(),
  status: OneOf(PAYMENT_STATUSES),
  processor_type: Nullable(OneOf(PROCESSOR_TYPES)),
  processor_transaction_id: Nullable(Type.String()),
  verification: OneOf(SHOWN_VERIFICATIONS),
  card_last_four: Nullable(Type.String()),
  card_brand: Nullable(Type.String()),
  reference: Nullable(Type.String({ description: 'Slip number of a stand-alone terminal' })),
  refunded_amount: Money,
  processed_at: Nullable(Timestamp),
  created_at: Timestamp,
};

/** A refund inside a payment or a return. */
export const RefundRecord = Answer(refundFields);

export const RefundAnswer = Answer({
  ...refundFields,
  payment: Uuid,
  transaction: Type.String({ description: 'TXN number' }),
  store: Uuid,
  shift: Shift,
  terminal_id: Nullable(Type.String({ description: 'The till whose drawer paid the cash.' })),
  requested_by: Nullable(Uuid),
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
  payment_method_type: OneOf(METHOD_TYPES),
  tendered: Money,
  review_reason: Nullable(Type.String()),
  review_decision: Nullable(
    OneOf(REVIEW_DECISIONS, { description: 'What a person decided about an unverified payment.' }),
  ),
  settlement: Nullable(
    Type.String({ format: 'uuid', description: 'The settlement file that lists this payment.' }),
  ),
  failure_code: Nullable(Type.String()),
  refunds: Type.Array(RefundRecord),
});
