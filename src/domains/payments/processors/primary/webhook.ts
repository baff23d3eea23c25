import { valueAt } from '../../../../platform/webhooks/payload.js';
import { isSigned } from '../../../../platform/webhooks/verify.js';
import { header, reportOf, UNSUPPORTED, type Webhook } from '../webhook.js';
import type { PrimarySettings } from './index.js';

export const webhook: Webhook<PrimarySettings> = {
  hasSecret: ({ webhookSecret }) => Boolean(webhookSecret),
  isGenuine: async ({ platform, settings }, delivery) =>
    isSigned({
      secret: settings.webhookSecret,
      header: header(delivery, 'processor-signature'),
      body: delivery.body,
      now: platform.clock.now(),
    }),
  identify: payload => ({ id: valueAt(payload, 'id'), type: valueAt(payload, 'type') }),
  read: (type, payload) => {
    if (type !== 'payment_intent.succeeded') return UNSUPPORTED;
    const intent = valueAt(payload, 'data', 'object');
    return {
      handled: true,
      report: reportOf([valueAt(intent, 'id')], valueAt(intent, 'currency'), {
        unit: 'smallest',
        value: valueAt(intent, 'amount_received'),
      }),
    };
  },
};
