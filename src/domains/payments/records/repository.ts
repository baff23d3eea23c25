import { type Insertable, type Selectable, sql } from 'kysely';
import type { Payments } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { ProcessorType } from '../processors/registry.js';
import { outside, type Refund, refundsOfPayments } from './refund-repository.js';
import type { PaymentStatus, Verification } from './rules.js';

export type Payment = Omit<Selectable<Payments>, 'status' | 'verification' | 'processor_type'> & {
  status: PaymentStatus;
  verification: Verification;
  processor_type: ProcessorType | null;
};

/** A payment with the names that stand beside it in an answer. */
export type PaymentView = Payment & {
  transaction_number: string;
  method_code: string;
  method_name: string;
  refunds: Refund[];
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

/** Holds the payments of a sale until the end of the transaction, always in the same order. */
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

/** The payment a processor speaks of; a method that names no processor is the primary's. */
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

/** Voids what a sale was paid with; attempts that failed stay what they are. */
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
};

/** Moves a payment that is still in one of the given states; undefined when somebody was faster. */
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
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst()) as Payment | undefined;

const viewed = (reader: Reader) =>
  reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .selectAll('payments')
    .select([
      'transactions.transaction_number',
      'payment_methods.code as method_code',
      'payment_methods.name as method_name',
    ]);

async function withRefunds(
  reader: Reader,
  rows: Omit<PaymentView, 'refunds'>[],
): Promise<PaymentView[]> {
  const refunds = await refundsOfPayments(
    reader,
    rows.map(row => row.id),
  );
  return rows.map(row => ({
    ...row,
    refunds: refunds.filter(refund => refund.payment_id === row.id),
  }));
}

export async function paymentView(reader: Reader, id: string): Promise<PaymentView | undefined> {
  const rows = await viewed(reader).where('payments.id', '=', id).execute();
  const [view] = await withRefunds(reader, rows as Omit<PaymentView, 'refunds'>[]);
  return view;
}

export type PaymentFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  saleId?: string;
  status?: PaymentStatus;
  methodId?: string;
  /** Nothing that was booked in these shifts. */
  notInShifts?: readonly string[];
};

/** Newest first; `beforeId` continues a list. */
export async function listPayments(
  reader: Reader,
  filter: PaymentFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<PaymentView[]> {
  const { stores, saleId, status, methodId, notInShifts = [] } = filter;
  const rows = await viewed(reader)
    .$if(stores !== undefined, query =>
      query.where('payments.store_id', '=', sql<string>`any(${stores}::uuid[])`),
    )
    .$if(saleId !== undefined, query => query.where('payments.transaction_id', '=', saleId ?? ''))
    .$if(status !== undefined, query => query.where('payments.status', '=', status ?? ''))
    .$if(methodId !== undefined, query =>
      query.where('payments.payment_method_id', '=', methodId ?? ''),
    )
    .$if(notInShifts.length > 0, query => query.where(outside('payments.shift_id', notInShifts)))
    .$if(beforeId !== undefined, query => query.where('payments.id', '<', beforeId ?? ''))
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .execute();
  const views = await withRefunds(reader, rows as Omit<PaymentView, 'refunds'>[]);
  return views.map(view => ({
    ...view,
    refunds: view.refunds.filter(({ shift_id: shift }) => !notInShifts.includes(shift ?? '')),
  }));
}

/** The id of a sale by its number, for filters; the sale itself belongs to another domain. */
export async function saleIdByNumber(reader: Reader, number: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('transactions')
    .select('id')
    .where('transaction_number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

export async function saleNumber(reader: Reader, saleId: string): Promise<string> {
  const row = await reader
    .selectFrom('transactions')
    .select('transaction_number')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow();
  return row.transaction_number;
}

/** Money that came from a store credit goes back onto it. */
export async function giveBackStoreCredit(tx: Tx, creditId: string, amount: string): Promise<void> {
  await statement(
    tx,
    `update store_credits set balance = balance + $2::numeric, updated_at = now() where id = $1`,
    [creditId, amount],
  );
}
