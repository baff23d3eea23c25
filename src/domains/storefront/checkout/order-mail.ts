import type { Tx } from '../../../platform/database/tx.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { Sale, SaleLine } from '../../transactions/index.js';
import type { OrderForm } from './order-form.js';
import type { OrderStore } from './place-order.js';
import type { Checkout } from './repository.js';
import { pickupDisplay } from './rules.js';

type Order = {
  checkout: Checkout;
  form: OrderForm;
  sale: Sale;
  lines: readonly SaleLine[];
  store: OrderStore;
  token: string;
};

/** Tells the customer that the order stands, and how to follow it. */
export async function mailOrder(tx: Tx, platform: Platform, order: Order): Promise<void> {
  const { form, sale, lines, store, token } = order;
  // Behind the #, so that the token stays in the browser and out of every log.
  const link = `${platform.config.publicUrl}/app/shop/order#${token}`;
  await queueMail(tx, {
    to: form.email,
    purpose: 'order-confirmation',
    subject: `Your order ${sale.transaction_number}`,
    text: [
      `Thank you for your order at ${store.name}.`,
      '',
      ...lines.map(line => `${line.quantity} x ${line.name}: ${line.subtotal}`),
      '',
      `Total: ${sale.total_amount} ${sale.currency}`,
      ...handOver(order),
      '',
      `Follow your order: ${link}`,
      ...invitation(platform, form),
    ].join('\n'),
  });
}

function handOver({ checkout, sale, store }: Order): string[] {
  const at = checkout.pickup_scheduled_time;
  const pickup = at === null ? [] : [`Pick it up: ${pickupDisplay(at, store.timeZone)}`];
  if (sale.expires_at === null) return pickup;
  return [
    ...pickup,
    `Pay at the store. We keep your order until ${pickupDisplay(sale.expires_at, store.timeZone)}.`,
  ];
}

/** Only who reads the mail can open the account: a name in a form proves nothing. */
const invitation = ({ config }: Platform, form: OrderForm): string[] =>
  form.create_account
    ? ['', `You asked for an account: choose a password at ${config.publicUrl}/app/shop/register`]
    : [];
