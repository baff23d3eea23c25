import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { findStore, type Store } from '../stores/index.js';
import { linesOf, renderOrderMail, type Sale } from '../transactions/index.js';
import { claimReadyNotice, type Fulfillment } from './repository.js';

/** Queues the pickup mail once; returns false without an email address or if already queued. */
export async function notifyReady(
  tx: Tx,
  platform: Platform,
  row: Fulfillment,
  sale: Sale,
  now: Date,
): Promise<boolean> {
  const to = row.customer_email ?? sale.customer_email;
  const store = await findStore(tx, row.store_id);
  if (to === null || to === '' || store === undefined) return false;
  if (!(await claimReadyNotice(tx, row.id, now))) return false;
  await queueMail(tx, platform, {
    to,
    purpose: 'pickup_ready',
    subject: `Your order ${sale.transaction_number} is ready for pickup`,
    ...renderOrderMail({
      before: placeOf(sale, store),
      sale,
      lines: await linesOf(tx, sale.id),
      after: handOverOf(row, sale),
    }),
  });
  return true;
}

function placeOf(sale: Sale, store: Store): string[] {
  const town = [store.postal_code, store.city, store.region].filter(Boolean).join(' ');
  return [
    `Your order ${sale.transaction_number} is ready for pickup at:`,
    '',
    ...[store.name, store.address, town, store.phone].filter(Boolean),
  ];
}

function handOverOf(row: Fulfillment, sale: Sale): string[] {
  const due = minor(sale.total_amount) - minor(sale.total_paid);
  return [
    ...(row.scheduled_date === null ? [] : [`We expect you on ${row.scheduled_date}.`]),
    ...(due > 0 ? [`To pay at pickup: ${formatMoney(due)} ${sale.currency}.`] : []),
    'Please bring this order number with you.',
  ];
}
