import { valueAt } from '../../../platform/webhooks/payload.js';
import { isDigest } from '../../../platform/webhooks/verify.js';
import { header, reportOf, type Sender, UNSUPPORTED } from './sender.js';

const PATH = '/payments/webhook/square';

/** The second processor signs the address it was told to call, and the body; there is no time in it. */
export const square: Sender = {
  processor: 'square',
  isGenuine: async ({ config }, delivery) => {
    const signature = header(delivery, 'x-square-hmacsha256-signature');
    // Never from the request: whoever chose its Host would choose what was signed.
    const fits = [`${PATH}/`, PATH].map(path =>
      isDigest(
        config.webhooks.squareSecret,
        signature,
        [`${config.publicUrl}${path}`, delivery.body],
        'base64',
      ),
    );
    return fits.includes(true);
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
      // What a card reader carried out was booked under its order.
      report: reportOf(
        [valueAt(payment, 'id'), valueAt(payment, 'order_id')],
        valueAt(payment, 'amount_money', 'currency'),
        { unit: 'smallest', value: valueAt(payment, 'amount_money', 'amount') },
      ),
    };
  },
};
