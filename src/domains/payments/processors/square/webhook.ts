import { valueAt } from '../../../../platform/webhooks/payload.js';
import { isDigest } from '../../../../platform/webhooks/verify.js';
import { header, reportOf, UNSUPPORTED, type Webhook } from '../webhook.js';
import type { SquareSettings } from './index.js';

/** Square calls the address as it was registered there, with or without the last slash. */
const PATHS = ['/payments/webhook/square/', '/payments/webhook/square'];

/** The signature covers the registered address and the body, but no time. */
export const webhook: Webhook<SquareSettings> = {
  hasSecret: ({ webhookSecret }) => Boolean(webhookSecret),
  isGenuine: async ({ platform, settings }, delivery) => {
    const signature = header(delivery, 'x-square-hmacsha256-signature');
    // From the config and not from the request, whose Host header the caller chooses.
    const matches = PATHS.map(path =>
      isDigest(
        settings.webhookSecret,
        signature,
        [`${platform.config.publicUrl}${path}`, delivery.body],
        'base64',
      ),
    );
    return matches.includes(true);
  },
  identify: payload => ({
    id: valueAt(payload, 'event_id') ?? valueAt(payload, 'id'),
    type: valueAt(payload, 'type'),
  }),
  read: (type, payload) => {
    if (type !== 'payment.updated' && type !== 'payment.created') return UNSUPPORTED;
    const payment = valueAt(payload, 'data', 'object', 'payment');
    const status = valueAt(payment, 'status');
    if (status !== undefined && status !== 'COMPLETED') {
      return { handled: false, reason: 'payment_not_succeeded' };
    }
    return {
      handled: true,
      // A payment taken by a card reader is recorded under the id of its order.
      report: reportOf(
        [valueAt(payment, 'id'), valueAt(payment, 'order_id')],
        valueAt(payment, 'amount_money', 'currency'),
        { unit: 'smallest', value: valueAt(payment, 'amount_money', 'amount') },
      ),
    };
  },
};
