import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { formatMoney, minor } from '../../platform/money.js';
import { findStore, type Store } from '../stores/index.js';
import type { Sale } from '../transactions/index.js';
import { claimReadyNotice, type Fulfillment } from './repository.js';

/** Queues the pickup mail once; returns false without an email address or if already queued. */
export async function notifyReady(
  tx: Tx,
  row: Fulfillment,
  sale: Sale,
  now: Date,
): Promise<boolean> {
  const to = row.customer_email ?? sale.customer_email;
  const store = await findStore(tx, row.store_id);
  if (to === null || to === '' || store === undefined) return false;
  if (!(await claimReadyNotice(tx, row.id, now))) return false;
  await queueMail(tx, {
    to,
    purpose: 'pickup_ready',
    subject: `Your order ${sale.transaction_number} is ready for pickup`,
    text: readyText(row, sale, store),
  });
  return true;
}

function readyText(row: Fulfillment, sale: Sale, store: Store): string {
  const due = minor(sale.total_amount) - minor(sale.total_paid);
  const town = [store.postal_code, store.city, store.region].filter(Boolean).join(' ');
  return [
    `Your order ${sale.transaction_number} is ready for pickup at:`,
    '',
    ...[store.name, store.address, town, store.phone].filter(Boolean),
    '',
    ...(row.scheduled_date === null ? [] : [`We expect you on ${row.scheduled_date}.`]),
    ...(due > 0 ? [`To pay at pickup: ${formatMoney(due)} ${sale.currency}.`] : []),
    'Please bring this order number with you.',
    '',
  ].join('\n');
}
