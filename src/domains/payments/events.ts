import { Money, Nullable, OneOf, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { PaymentMethod } from './methods/repository.js';
import type { Refund } from './records/refund-repository.js';
import type { Payment } from './records/repository.js';
import {
  PAYMENT_STATUSES,
  REFUND_ACTIONS,
  REFUND_CAUSES,
  REFUND_STATUSES,
  REFUND_WAYS,
  type RefundAction,
} from './records/rules.js';

const MethodData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });

const aboutMethod = ({ id, sanity_id }: PaymentMethod) => ({
  storeId: null,
  subjectId: id,
  data: { id, sanity_id },
});

export const paymentMethodSaved = defineEvent(
  'payment_method.saved',
  {
    summary: 'A payment method was created or changed. Tills load them again.',
    data: MethodData,
    live: true,
    webhook: true,
  },
  aboutMethod,
);
export const paymentMethodDeleted = defineEvent(
  'payment_method.deleted',
  { summary: 'A payment method was deleted.', data: MethodData, live: true, webhook: true },
  aboutMethod,
);

export const paymentSaved = defineEvent(
  'payment.saved',
  {
    summary: 'A payment was recorded, or its status or verification changed.',
    data: Type.Object({ id: Uuid, sale_id: Uuid, status: OneOf(PAYMENT_STATUSES) }),
    webhook: true,
  },
  (payment: Pick<Payment, 'id' | 'store_id' | 'transaction_id' | 'status'>) => ({
    storeId: payment.store_id,
    subjectId: payment.id,
    data: { id: payment.id, sale_id: payment.transaction_id, status: payment.status },
  }),
);

const refund = {
  id: Uuid,
  refund_id: Type.String(),
  payment_id: Uuid,
  sale_id: Uuid,
  transaction_id: Type.String({ description: 'The number of the sale.' }),
  amount: Money,
  tip: Type.Optional(Money),
  status: OneOf(REFUND_STATUSES),
  cause: OneOf(REFUND_CAUSES),
};

const UnpaidRefund = Type.Object({
  ...refund,
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
});

/** A refund with the number of its sale. */
export type RefundOfSale = Refund & { transaction_number: string };

type RefundRow = Pick<
  RefundOfSale,
  | 'id'
  | 'store_id'
  | 'refund_id'
  | 'payment_id'
  | 'transaction_id'
  | 'transaction_number'
  | 'amount'
  | 'tip'
  | 'status'
  | 'cause'
>;
type UnpaidRow = RefundRow & Pick<RefundOfSale, 'attempts' | 'last_error'>;

const aboutRefund = (row: RefundRow) => ({
  storeId: row.store_id,
  subjectId: row.id,
  data: {
    id: row.id,
    refund_id: row.refund_id,
    payment_id: row.payment_id,
    sale_id: row.transaction_id,
    transaction_id: row.transaction_number,
    amount: row.amount,
    ...(Number(row.tip) > 0 && { tip: row.tip }),
    status: row.status,
    cause: row.cause,
  },
});

function aboutUnpaidRefund(row: UnpaidRow) {
  const about = aboutRefund(row);
  const { attempts, last_error } = row;
  return { ...about, data: { ...about.data, attempts, last_error } };
}

export const refundSucceeded = defineEvent(
  'refund.succeeded',
  { summary: 'A refund was paid out.', data: Type.Object(refund), webhook: true },
  aboutRefund,
);
export const refundFailed = defineEvent(
  'refund.failed',
  { summary: 'The processor refused a refund.', data: UnpaidRefund, webhook: true },
  aboutUnpaidRefund,
);
export const refundGivenUp = defineEvent(
  'refund.given_up',
  { summary: 'A refund failed for the last time.', data: UnpaidRefund, webhook: true },
  aboutUnpaidRefund,
);

/** Live, so that the tills of the store refresh their list of pay-outs. */
export const refundActionRequired = defineEvent(
  'refund.action_required',
  {
    summary: 'A refund waits for a person: cash to pay out, or a slip to confirm.',
    data: Type.Object({
      ...refund,
      currency: Type.String(),
      reason: Type.String(),
      action_required: Nullable(OneOf(REFUND_ACTIONS)),
    }),
    live: true,
    webhook: true,
  },
  (row: RefundRow & Pick<RefundOfSale, 'reason' | 'action_required'>, currency: string) => {
    const about = aboutRefund(row);
    const { reason, action_required } = row;
    return { ...about, data: { ...about.data, currency, reason, action_required } };
  },
);
export const refundActionDone = defineEvent(
  'refund.action_done',
  {
    summary: 'A person has paid out or confirmed a refund.',
    data: Type.Object({
      ...refund,
      action: OneOf(REFUND_ACTIONS),
      way: Nullable(OneOf(REFUND_WAYS)),
    }),
    live: true,
    webhook: true,
  },
  (row: RefundRow & Pick<RefundOfSale, 'way'>, action: RefundAction) => {
    const about = aboutRefund(row);
    return { ...about, data: { ...about.data, action, way: row.way } };
  },
);
