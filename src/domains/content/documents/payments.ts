import { METHOD_TYPES, savePaymentMethod } from '../../payments/index.js';
import {
  flag,
  image,
  money,
  onCreate,
  outbound,
  outboundOnly,
  reference,
  text,
  whole,
} from './fields.js';
import type { Kind } from './kind.js';

const method: Kind = {
  name: 'payment_method',
  modelType: 'PaymentMethod',
  type: 'paymentMethod',
  prefix: 'paymentMethod',
  required: ['code', 'name', 'method_type'],
  fields: [
    onCreate(text('code', 'code', { max: 50, min: 1, pattern: /^[a-z0-9][a-z0-9_]{0,49}$/ })),
    text('name', 'name', { max: 255, min: 1 }),
    onCreate(
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

/** Without card data, processor ids and credit codes, because all editors can read documents. */
const payment: Kind = {
  name: 'payment',
  modelType: 'Payment',
  type: 'transactionPayment',
  prefix: 'transactionPayment',
  fields: [
    outboundOnly(reference('transaction', 'transaction_id', 'sale')),
    outboundOnly(reference('paymentMethod', 'payment_method_id', 'payment_method')),
    outbound('amount', 'amount'),
    outbound('currency', 'currency'),
    outbound('status', 'status'),
    outbound('refundTotal', 'refund_total'),
    outbound('processedAt', 'processed_at'),
    outbound('createdAt', 'created_at'),
  ],
};

const refund: Kind = {
  name: 'refund',
  modelType: 'Refund',
  type: 'refund',
  prefix: 'refund',
  fields: [
    outbound('refundId', 'refund_id'),
    outboundOnly(reference('payment', 'payment_id', 'payment')),
    outboundOnly(reference('transaction', 'transaction_id', 'sale')),
    outbound('amount', 'amount'),
    outbound('status', 'status'),
    outbound('reason', 'reason'),
    outbound('processedAt', 'processed_at'),
    outbound('createdAt', 'created_at'),
  ],
};

export const paymentKinds: readonly Kind[] = [method, payment, refund];
