import type { Parameter } from '../../../platform/database/record-statement.js';

/** A charge that the processor has confirmed, written together with its sale. */
export type PaidCharge = {
  paymentId: string;
  paymentMethodId: string;
  paymentAmount: string;
  paymentCurrency: string;
  paymentStoreId: string;
  processorType: string;
  processorTransactionId: string;
  cardLastFour: string | null;
  /** When the charge was sent. */
  chargedAt: Date;
  processedAt: Date;
};

/** Inserts the payment of a paid charge for the sale in the common table expression `sale`. */
export const paidChargeSql = ($: Parameter<PaidCharge>): string => `
  insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
    status, processor_type, processor_transaction_id, verification, card_last_four, processed_at,
    created_at, updated_at)
  select ${$('paymentId')}, sale.id, ${$('paymentStoreId')}, ${$('paymentMethodId')},
    ${$('paymentAmount')}, ${$('paymentAmount')}, ${$('paymentCurrency')}, 'succeeded',
    ${$('processorType')}, ${$('processorTransactionId')}, 'confirmed', ${$('cardLastFour')},
    ${$('processedAt')}, ${$('chargedAt')}, ${$('processedAt')}
  from sale`;
