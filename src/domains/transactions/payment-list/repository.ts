import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/tx.js';
import {
  type MethodType,
  type Payment,
  type PaymentStatus,
  type RefundAction,
  type RefundStatus,
  type RefundWithCode,
  refundsOfPayments,
  type Verification,
} from '../../payments/index.js';

/** A payment with sale number, payment method and refunds. */
export type PaymentView = Payment & {
  transaction_number: string;
  method_code: string;
  method_name: string;
  method_type: MethodType;
  refunds: RefundWithCode[];
};

/** A refund with the number of its sale. */
export type RefundView = RefundWithCode & { transaction_number: string };

const notBookedIn = (column: string, shifts: readonly string[]) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <> all(${shifts}::uuid[]))`;

const paymentsWithSale = (reader: Reader) =>
  reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .selectAll('payments')
    .select([
      'transactions.transaction_number',
      'payment_methods.code as method_code',
      'payment_methods.name as method_name',
      'payment_methods.method_type',
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
  const [view] = await paymentViews(reader, [id]);
  return view;
}

/** In the order of their ids. */
export async function paymentViews(reader: Reader, ids: readonly string[]): Promise<PaymentView[]> {
  const rows = await paymentsWithSale(reader)
    .where('payments.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('payments.id')
    .execute();
  return withRefunds(reader, rows as Omit<PaymentView, 'refunds'>[]);
}

export type PaymentFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  saleId?: string;
  status?: PaymentStatus;
  verification?: Verification;
  methodId?: string;
  /** Leaves out what was booked in these shifts. */
  notInShifts?: readonly string[];
};

/** Newest first; `beforeId` continues a list. */
export async function listPayments(
  reader: Reader,
  filter: PaymentFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<PaymentView[]> {
  const { stores, saleId, status, verification, methodId, notInShifts = [] } = filter;
  const rows = await paymentsWithSale(reader)
    .$if(stores !== undefined, query =>
      query.where('payments.store_id', '=', sql<string>`any(${stores}::uuid[])`),
    )
    .$if(saleId !== undefined, query => query.where('payments.transaction_id', '=', saleId ?? ''))
    .$if(status !== undefined, query => query.where('payments.status', '=', status ?? ''))
    .$if(verification !== undefined, query =>
      query.where('payments.verification', '=', verification ?? ''),
    )
    .$if(methodId !== undefined, query =>
      query.where('payments.payment_method_id', '=', methodId ?? ''),
    )
    .$if(notInShifts.length > 0, query =>
      query.where(notBookedIn('payments.shift_id', notInShifts)),
    )
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

const refundsWithSale = (reader: Reader) =>
  reader
    .selectFrom('refunds')
    .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .leftJoin('value_accounts', 'value_accounts.id', 'refunds.value_account_id')
    .selectAll('refunds')
    .select(['transactions.transaction_number', 'value_accounts.code as store_credit_code']);

/** By UUID or REF number. */
export const refundView = async (
  reader: Reader,
  column: 'id' | 'refund_id',
  value: string,
): Promise<RefundView | undefined> =>
  (await refundsWithSale(reader).where(`refunds.${column}`, '=', value).executeTakeFirst()) as
    | RefundView
    | undefined;

export type RefundFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  saleId?: string;
  paymentId?: string;
  status?: RefundStatus;
  actionRequired?: RefundAction;
  /** Leaves out what was booked in these shifts. */
  notInShifts?: readonly string[];
};

/** Newest first; `beforeId` continues a list. */
export const listRefunds = async (
  reader: Reader,
  filter: RefundFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<RefundView[]> => {
  const { stores, saleId, paymentId, status, actionRequired, notInShifts = [] } = filter;
  return (await refundsWithSale(reader)
    .$if(stores !== undefined, query =>
      query.where('refunds.store_id', '=', sql<string>`any(${stores}::uuid[])`),
    )
    .$if(saleId !== undefined, query => query.where('refunds.transaction_id', '=', saleId ?? ''))
    .$if(paymentId !== undefined, query => query.where('refunds.payment_id', '=', paymentId ?? ''))
    .$if(status !== undefined, query => query.where('refunds.status', '=', status ?? ''))
    .$if(actionRequired !== undefined, query =>
      query.where('refunds.action_required', '=', actionRequired ?? ''),
    )
    .$if(notInShifts.length > 0, query => query.where(notBookedIn('refunds.shift_id', notInShifts)))
    .$if(beforeId !== undefined, query => query.where('refunds.id', '<', beforeId ?? ''))
    .orderBy('refunds.id', 'desc')
    .limit(limit)
    .execute()) as RefundView[];
};
