import { type Insertable, type Selectable, sql } from 'kysely';
import type { Payments } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import type { MethodType } from '../methods/rules.js';
import type { ProcessorType } from '../processors/registry.js';
import type { PaymentStatus, Verification } from './rules.js';

export type Payment = Omit<Selectable<Payments>, 'status' | 'verification' | 'processor_type'> & {
  status: PaymentStatus;
  verification: Verification;
  processor_type: ProcessorType | null;
};

export type NewPayment = Omit<
  Insertable<Payments>,
  'refund_total' | 'status' | 'processor_type'
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

/** A payment with the kind of its method, which decides how it is refunded. */
export type PaymentToRefund = Payment & { method_type: MethodType };

export const lockPaymentToRefund = (tx: Tx, id: string): Promise<PaymentToRefund | undefined> =>
  tx
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .selectAll('payments')
    .select('payment_methods.method_type')
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
  verification?: Verification;
  reviewReason?: string | null;
  failureCode?: string | null;
  processedAt?: Date;
  cardLastFour?: string | null;
  cardBrand?: string | null;
};

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
      ...(move.verification !== undefined && { verification: move.verification }),
      ...(move.reviewReason !== undefined && { review_reason: move.reviewReason }),
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

/** The TXN number, which the events of refunds carry. */
export async function saleNumber(reader: Reader, saleId: string): Promise<string> {
  const row = await reader
    .selectFrom('transactions')
    .select('transaction_number')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow();
  return row.transaction_number;
}
