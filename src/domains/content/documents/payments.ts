import { METHOD_TYPES, savePaymentMethod } from '../../payments/index.js';
import { fact, flag, image, money, once, ours, reference, text, whole } from './fields.js';
import type { Kind } from './kind.js';

const method: Kind = {
  name: 'payment_method',
  modelType: 'PaymentMethod',
  type: 'paymentMethod',
  prefix: 'paymentMethod',
  required: ['code', 'name', 'method_type'],
  fields: [
    once(text('code', 'code', { max: 50, min: 1, pattern: /^[a-z0-9][a-z0-9_]{0,49}$/ })),
    text('name', 'name', { max: 255, min: 1 }),
    once(
      text('methodType', 'method_type', {
        max: 20,
        pattern: new RegExp(`^(${METHOD_TYPES.join('|')})$`),
      }),
    ),
    text('description', 'description', { max: 1000 }),
    image('icon', 'icon_url'),
    flag('isActive', 'is_active'),
    flag('isOnlineAvailable', 'is_online_available'),
    money('minimumAmount', 'minimum_amount'),
    money('maximumAmount', 'maximum_amount', { nullable: true }),
    whole('displayOrder', 'display_order', { min: 0, max: 1_000_000 }),
  ],
  save: async ({ tx }, id, change) => (await savePaymentMethod(tx, id, change)).id,
  retire: async ({ tx }, id) => {
    await savePaymentMethod(tx, id, { is_active: false });
  },
};

/** Nothing of a card, of the processor's own names or of the customer's credit is in a document. */
const payment: Kind = {
  name: 'payment',
  modelType: 'Payment',
  type: 'transactionPayment',
  prefix: 'transactionPayment',
  fields: [
    ours(reference('transaction', 'transaction_id', 'sale')),
    ours(reference('paymentMethod', 'payment_method_id', 'payment_method')),
    fact('amount', 'amount'),
    fact('currency', 'currency'),
    fact('status', 'status'),
    fact('refundTotal', 'refund_total'),
    fact('processedAt', 'processed_at'),
    fact('createdAt', 'created_at'),
  ],
};

const refund: Kind = {
  name: 'refund',
  modelType: 'Refund',
  type: 'refund',
  prefix: 'refund',
  fields: [
    fact('refundId', 'refund_id'),
    ours(reference('payment', 'payment_id', 'payment')),
    ours(reference('transaction', 'transaction_id', 'sale')),
    fact('amount', 'amount'),
    fact('status', 'status'),
    fact('reason', 'reason'),
    fact('processedAt', 'processed_at'),
    fact('createdAt', 'created_at'),
  ],
};

export const paymentKinds: readonly Kind[] = [method, payment, refund];
