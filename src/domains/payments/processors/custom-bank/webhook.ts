import { valueAt } from '../../../../platform/webhooks/payload.js';
import { isDigest } from '../../../../platform/webhooks/verify.js';
import { header, reportOf, UNSUPPORTED, type Webhook } from '../webhook.js';
import type { CustomBankSettings } from './index.js';

/** The event holds a payment in the form of the bank's API: `{id, amount, currency}`. */
export const webhook: Webhook<CustomBankSettings> = {
  hasSecret: ({ webhookSecret }) => Boolean(webhookSecret),
  isGenuine: async ({ settings }, delivery) =>
    isDigest(settings.webhookSecret, header(delivery, 'x-bank-signature'), [delivery.body], 'hex'),
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
