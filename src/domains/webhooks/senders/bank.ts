import { valueAt } from '../../../platform/webhooks/payload.js';
import { isDigest } from '../../../platform/webhooks/verify.js';
import { header, reportOf, type Sender, UNSUPPORTED } from './sender.js';

/** The fourth processor tells of a payment in the words of its API: `{id, amount, currency}`. */
export const bank: Sender = {
  processor: 'custom_bank',
  isGenuine: async ({ config }, delivery) =>
    isDigest(
      config.webhooks.bankSecret,
      header(delivery, 'x-bank-signature'),
      [delivery.body],
      'hex',
    ),
  identify: payload => ({
    id: valueAt(payload, 'id') ?? valueAt(payload, 'event_id'),
    type: valueAt(payload, 'type') ?? valueAt(payload, 'event_type'),
  }),
  read: (type, payload) => {
    if (type !== 'payment.succeeded' && type !== 'payment_intent.succeeded') return UNSUPPORTED;
    const data = valueAt(payload, 'data');
    const payment = valueAt(data, 'object') ?? valueAt(data, 'payment') ?? data;
    return {
      handled: true,
      report: reportOf([valueAt(payment, 'id')], valueAt(payment, 'currency'), {
        unit: 'smallest',
        value: valueAt(payment, 'amount_received') ?? valueAt(payment, 'amount'),
      }),
    };
  },
};
