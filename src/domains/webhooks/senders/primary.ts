import { valueAt } from '../../../platform/webhooks/payload.js';
import { isSigned } from '../../../platform/webhooks/verify.js';
import { header, reportOf, type Sender, UNSUPPORTED } from './sender.js';

const SUCCEEDED = 'payment_intent.succeeded';

export const primary: Sender = {
  processor: 'primary',
  isGenuine: async ({ config, clock }, delivery) =>
    isSigned({
      secret: config.webhooks.primarySecret,
      header: header(delivery, 'processor-signature'),
      body: delivery.body,
      now: clock.now(),
    }),
  identify: payload => ({ id: valueAt(payload, 'id'), type: valueAt(payload, 'type') }),
  read: (type, payload) => {
    if (type !== SUCCEEDED) return UNSUPPORTED;
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
