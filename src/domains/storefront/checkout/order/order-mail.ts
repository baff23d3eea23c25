import type { Tx } from '../../../../platform/database/tx.js';
import { type Mail, queueMail } from '../../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../../platform/platform.js';
import { type OrderMail, renderOrderMail, type Sale } from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';
import { pickupDisplay } from '../rules.js';
import type { OrderForm } from './order-form.js';
import type { OrderStore } from './place-order.js';

type Order = {
  checkout: Checkout;
  form: OrderForm;
  sale: OrderMail['sale'] & Pick<Sale, 'transaction_number' | 'expires_at'>;
  lines: OrderMail['lines'];
  store: OrderStore;
  token: string;
};

/** Sends the order confirmation with the tracking link. */
export async function mailOrder(tx: Tx, platform: Platform, order: Order): Promise<void> {
  await queueMail(tx, platform, orderMail(platform, order), order.token);
}

export function orderMail(platform: Platform, order: Order): Mail {
  const { form, sale, lines, store, token } = order;
  // In the fragment, which browsers do not send, so the token appears in no log.
  const link = `${platform.config.publicUrl}/app/shop/order#${token}`;
  return {
    to: form.email,
    purpose: 'order-confirmation',
    subject: `Your order ${sale.transaction_number}`,
    ...renderOrderMail({
      before: [`Thank you for your order at ${store.name}.`],
      sale,
      lines,
      after: [
        ...pickupAndPayment(order),
        '',
        `Follow your order: ${link}`,
        ...invitation(platform, form),
      ],
    }),
  };
}

function pickupAndPayment({ checkout, sale, store }: Order): string[] {
  const at = checkout.pickup_scheduled_time;
  const pickup =
    at === null
      ? []
      : [
          `Pick it up: ${pickupDisplay(at, store.timeZone)}`,
          `Show this number at the counter: ${sale.transaction_number}`,
        ];
  if (sale.expires_at === null) return pickup;
  return [
    ...pickup,
    `Pay at the store. We keep your order until ${pickupDisplay(sale.expires_at, store.timeZone)}.`,
  ];
}

/** Sent by mail, because a typed address does not prove who owns it. */
const invitation = ({ config }: Platform, form: OrderForm): string[] =>
  form.create_account
    ? ['', `You asked for an account: choose a password at ${config.publicUrl}/app/shop/register`]
    : [];
