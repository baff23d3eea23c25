import { type Insertable, type Selectable, sql } from 'kysely';
import type { Payments } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import type { MethodType } from '../methods/rules.js';
import type { ProcessorType } from '../processors/registry.js';
import type { PaymentStatus, ReviewDecision, Verification } from './rules.js';

export type Payment = Omit<
  Selectable<Payments>,
  'status' | 'verification' | 'review_decision' | 'processor_type'
> & {
  status: PaymentStatus;
  verification: Verification;
  review_decision: ReviewDecision | null;
  processor_type: ProcessorType | null;
};

export type NewPayment = Omit<
  Insertable<Payments>,
  'refund_total' | 'refund_rounding' | 'refund_tip' | 'status' | 'processor_type'
> & {
  status: PaymentStatus;
  processor_type: ProcessorType | null;
};

export const insertPaymentRow = async (tx: Tx, payment: NewPayment): Promise<Payment> =>
  (await tx
    .insertInto('payments')
    .values(payment)
    .returningAll()
    .executeTakeFirstOrThrow()) as Payment;

export const paymentById = async (reader: Reader, id: string): Promise<Payment | undefined> =>
  (await reader.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Payment
    | undefined;

/** The payments of one sale, in the order they were made. */
export const paymentsOfTransaction = async (reader: Reader, saleId: string): Promise<Payment[]> =>
  (await reader
    .selectFrom('payments')
    .selectAll()
    .where('transaction_id', '=', saleId)
    .orderBy('id')
    .execute()) as Payment[];

/** Locks the payments of a sale in the order of their ids, so that two callers cannot deadlock. */
export const lockPayments = async (tx: Tx, saleId: string): Promise<Payment[]> =>
  (await tx
    .selectFrom('payments')
    .selectAll()
    .where('transaction_id', '=', saleId)
    .orderBy('id')
    .forUpdate()
    .execute()) as Payment[];

export const lockPayment = async (tx: Tx, id: string): Promise<Payment | undefined> =>
  (await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Payment | undefined;

/** A payment with what decides how it is refunded: the kind of its method, the store's rounding. */
export type PaymentToRefund = Payment & { method_type: MethodType; cash_rounding: string };

/** `storeId`: the store that refunds; default: that of the payment. */
export const lockPaymentToRefund = (
  tx: Tx,
  id: string,
  storeId: string | null = null,
): Promise<PaymentToRefund | undefined> =>
  tx
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .innerJoin('stores', join =>
      join.on('stores.id', '=', sql`coalesce(${storeId}::uuid, payments.store_id)`),
    )
    .selectAll('payments')
    .select(['payment_methods.method_type', 'stores.cash_rounding'])
    .where('payments.id', '=', id)
    .forUpdate('payments')
    .$castTo<PaymentToRefund>()
    .executeTakeFirst();

/** A payment without a processor type belongs to the primary processor. */
export const findPaymentByProcessorId = async (
  reader: Reader,
  type: ProcessorType,
  processorTransactionId: string,
): Promise<Payment | undefined> =>
  (await reader
    .selectFrom('payments')
    .selectAll()
    .where(sql<string>`coalesce(processor_type, 'primary')`, '=', type)
    .where('processor_transaction_id', '=', processorTransactionId)
    .executeTakeFirst()) as Payment | undefined;

/** Voids the payments of a sale; failed attempts stay failed. */
export const markPaymentsVoided = async (tx: Tx, saleId: string): Promise<Payment[]> =>
  (await tx
    .updateTable('payments')
    .set({ status: 'voided', updated_at: sql`now()` })
    .where('transaction_id', '=', saleId)
    .where('status', 'in', ['pending', 'requires_action', 'succeeded'])
    .returningAll()
    .execute()) as Payment[];

export type PaymentMove = {
  status?: PaymentStatus;
  processorTransactionId?: string;
  reference?: string;
  verification?: Verification;
  reviewReason?: string | null;
  /** Unset: a new state of the verification withdraws the decision about the old one. */
  reviewDecision?: ReviewDecision;
  failureCode?: string | null;
  processedAt?: Date;
  cardLastFour?: string | null;
  cardBrand?: string | null;
};

/** A repeated report of the same state leaves a decision in force. */
function reviewAfter({ verification, reviewReason, reviewDecision }: PaymentMove) {
  if (reviewDecision !== undefined) return { review_decision: reviewDecision };
  if (verification === undefined) return {};
  const isSame = sql<boolean>`(payments.verification = ${verification}
    and payments.review_reason is not distinct from ${reviewReason ?? null}::text)`;
  return {
    review_decision: sql<string | null>`case when ${isSame} then payments.review_decision end`,
  };
}

/** Undefined if the payment has left the `from` statuses meanwhile. */
export const movePayment = async (
  tx: Tx,
  id: string,
  from: readonly PaymentStatus[],
  move: PaymentMove,
): Promise<Payment | undefined> =>
  (await tx
    .updateTable('payments')
    .set({
      ...(move.status !== undefined && { status: move.status }),
      ...(move.processorTransactionId !== undefined && {
        processor_transaction_id: move.processorTransactionId,
      }),
      ...(move.reference !== undefined && { reference: move.reference }),
      ...(move.verification !== undefined && { verification: move.verification }),
      ...(move.reviewReason !== undefined && { review_reason: move.reviewReason }),
      ...reviewAfter(move),
      ...(move.failureCode !== undefined && { failure_code: move.failureCode }),
      ...(move.processedAt !== undefined && { processed_at: move.processedAt }),
      ...(move.cardLastFour !== undefined && { card_last_four: move.cardLastFour }),
      ...(move.cardBrand !== undefined && { card_brand: move.cardBrand }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst()) as Payment | undefined;

/** Links payments to the settlement file that lists them; a payment stays with its first file. */
export const markSettled = async (
  tx: Tx,
  settlementId: string,
  paymentIds: readonly string[],
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ settlement_id: settlementId, updated_at: sql`now()` })
    .where('id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .where('settlement_id', 'is', null)
    .execute();
};

/** The TXN number, which the events of refunds carry. */
export async function saleNumber(reader: Reader, saleId: string): Promise<string> {
  const row = await reader
    .selectFrom('transactions')
    .select('transaction_number')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow();
  return row.transaction_number;
}
