import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { paymentSaved } from '../events.js';
import type { ProcessorType } from '../processors/registry.js';
import { insertPaymentRow, type Payment } from './repository.js';
import type { PaymentStatus, Verification } from './rules.js';

export type PaymentTaken = {
  id?: string;
  transactionId: string;
  storeId: string;
  paymentMethodId: string;
  amountMinor: Minor;
  /** What the customer handed over; cash may be more than the amount. */
  tenderedMinor?: Minor;
  currency: string;
  status: PaymentStatus;
  processorType: ProcessorType | null;
  processorTransactionId?: string | null;
  verification?: Verification;
  failureCode?: string | null;
  cardLastFour?: string | null;
  storeCreditId?: string | null;
  operatorId?: string | null;
  registerId?: string | null;
  /** Required once it succeeded. */
  processedAt?: Date | null;
};

/** Writes a payment down. One charge at a processor pays one sale. */
export async function insertPayment(tx: Tx, taken: PaymentTaken): Promise<Payment> {
  try {
    const payment = await insertPaymentRow(tx, {
      id: taken.id ?? newId(),
      transaction_id: taken.transactionId,
      store_id: taken.storeId,
      payment_method_id: taken.paymentMethodId,
      amount: formatMoney(taken.amountMinor),
      tendered: formatMoney(taken.tenderedMinor ?? taken.amountMinor),
      currency: taken.currency,
      status: taken.status,
      processor_type: taken.processorType,
      processor_transaction_id: taken.processorTransactionId ?? null,
      verification: taken.verification ?? 'not_needed',
      failure_code: taken.failureCode ?? null,
      card_last_four: taken.cardLastFour ?? null,
      store_credit_id: taken.storeCreditId ?? null,
      operator_id: taken.operatorId ?? null,
      register_id: taken.registerId ?? null,
      processed_at: taken.processedAt ?? null,
    });
    await record(tx, paymentSaved(payment));
    return payment;
  } catch (error) {
    if (brokenConstraint(error) !== 'one_sale_per_processor_payment') throw error;
    throw conflict('PROCESSOR_PAYMENT_USED', 'This processor payment has already paid for a sale.');
  }
}
