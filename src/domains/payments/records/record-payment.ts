import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { paymentSaved } from '../events.js';
import type { ProcessorType } from '../processors/registry.js';
import { insertPaymentRow, type Payment } from './repository.js';
import type { PaymentStatus, Verification } from './rules.js';

export type PaymentInput = {
  id?: string;
  transactionId: string;
  storeId: string;
  paymentMethodId: string;
  amountMinor: Minor;
  tipMinor?: Minor;
  /** The amount the customer handed over; with cash it may exceed `amountMinor`. */
  tenderedMinor?: Minor;
  currency: string;
  status: PaymentStatus;
  processorType: ProcessorType | null;
  processorTransactionId?: string | null;
  verification?: Verification;
  failureCode?: string | null;
  cardLastFour?: string | null;
  /** The slip number of a stand-alone terminal. */
  reference?: string | undefined;
  /** The stored value that pays; the caller books the entry. */
  valueAccountId?: string | null;
  operatorId?: string | null;
  registerId?: string | null;
  /** Required with the status `succeeded`. */
  processedAt?: Date | null;
  createdAt?: Date;
};

/** One charge at a processor pays one sale. */
export async function insertPayment(tx: Tx, input: PaymentInput): Promise<Payment> {
  try {
    const payment = await insertPaymentRow(tx, {
      id: input.id ?? newId(),
      transaction_id: input.transactionId,
      store_id: input.storeId,
      payment_method_id: input.paymentMethodId,
      amount: formatMoney(input.amountMinor, input.currency),
      tip: formatMoney(input.tipMinor ?? 0, input.currency),
      tendered: formatMoney(input.tenderedMinor ?? input.amountMinor, input.currency),
      currency: input.currency,
      status: input.status,
      processor_type: input.processorType,
      processor_transaction_id: input.processorTransactionId ?? null,
      verification: input.verification ?? 'not_needed',
      failure_code: input.failureCode ?? null,
      card_last_four: input.cardLastFour ?? null,
      reference: input.reference ?? null,
      value_account_id: input.valueAccountId ?? null,
      operator_id: input.operatorId ?? null,
      register_id: input.registerId ?? null,
      processed_at: input.processedAt ?? null,
      ...(input.createdAt !== undefined && { created_at: input.createdAt }),
    });
    await record(tx, paymentSaved(payment));
    return payment;
  } catch (error) {
    if (brokenConstraint(error) !== 'one_sale_per_processor_payment') throw error;
    throw conflict('PROCESSOR_PAYMENT_USED', 'This processor payment has already paid for a sale.');
  }
}
