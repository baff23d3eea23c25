import type { Reader, Tx } from '../../../../platform/database/tx.js';
import { minor, sumOf } from '../../../../platform/money.js';
import { hintEvents } from '../../../../platform/work/events/outbox.js';
import { insertPayment, type Payment, paymentById } from '../../../payments/index.js';
import { insertSale } from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';
import { writeForm } from './attempt-repository.js';
import { type AttemptDraft, saleOfDraft, valuesOfDraft } from './draft.js';

/**
 * Writes sale and payment of a draft as unpaid rows, and its form into the checkout, for every outcome
 * but the usual one: a failed or uncertain charge, a challenge, an attempt that another process
 * recovers. The caller has locked the checkout and moves it in the same transaction, which ends the
 * draft. Returns the checkout with the form.
 */
export async function writeDraft(
  tx: Tx,
  checkout: Checkout,
  draft: AttemptDraft,
): Promise<Checkout> {
  const sale = saleOfDraft(draft);
  const { payment } = draft;
  const values = valuesOfDraft(draft);
  await insertSale(tx, sale, draft.lines);
  hintEvents(tx);
  await insertPayment(tx, {
    id: payment.id,
    transactionId: sale.id,
    storeId: sale.storeId,
    paymentMethodId: payment.methodId,
    amountMinor:
      minor(sale.totalAmount, sale.currency) -
      sumOf(values.map(value => minor(value.amount, sale.currency))),
    currency: sale.currency,
    status: 'pending',
    processorType: payment.processorType,
    cardLastFour: payment.cardLastFour,
    createdAt: new Date(draft.openedAt),
  });
  if (draft.form !== undefined) await writeForm(tx, checkout.id, draft.form);
  for (const value of values) {
    await insertPayment(tx, {
      id: value.paymentId,
      transactionId: sale.id,
      storeId: sale.storeId,
      paymentMethodId: value.methodId,
      amountMinor: minor(value.amount, sale.currency),
      currency: sale.currency,
      status: 'pending',
      processorType: null,
      valueAccountId: value.accountId,
      createdAt: new Date(draft.openedAt),
    });
  }
  return { ...checkout, form: draft.form ?? checkout.form };
}

/** What settling and recovery need of a payment before they lock it. */
export type PaymentToSettle = Pick<
  Payment,
  | 'id'
  | 'transaction_id'
  | 'store_id'
  | 'payment_method_id'
  | 'processor_type'
  | 'processor_transaction_id'
  | 'created_at'
> & {
  /** Unset if only the payment is known, such as in a report of the processor. */
  checkoutId?: string;
};

/** The payment of the present attempt: of its draft, or its row. */
export async function paymentOf(
  reader: Reader,
  { id: checkoutId, payment_id: id }: Checkout,
  draft: AttemptDraft | null,
): Promise<PaymentToSettle | undefined> {
  if (draft !== null) return { ...paymentOfDraft(draft), checkoutId };
  const payment = id === null ? undefined : await paymentById(reader, id);
  return payment && { ...payment, checkoutId };
}

export const paymentOfDraft = ({ sale, payment, openedAt }: AttemptDraft): PaymentToSettle => ({
  id: payment.id,
  transaction_id: sale.id,
  store_id: sale.storeId,
  payment_method_id: payment.methodId,
  processor_type: payment.processorType,
  processor_transaction_id: null,
  created_at: new Date(openedAt),
});
