import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { formatMoney } from '../../platform/money.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { findStore } from '../stores/index.js';
import { describeLine, type Sale, type SaleLine } from '../transactions/index.js';
import { type Cancellation, refundsOfCancellation } from './present-cancellation.js';
import { refundedOf } from './rules.js';

/** Queues the mail about a cancel in its transaction; does nothing without an email address. */
export async function notifyCancelled(
  tx: Tx,
  platform: Platform,
  cancellation: Cancellation,
  sale: Sale,
  lines: readonly SaleLine[],
): Promise<void> {
  const { row, items, returnId, hasEndedSale } = cancellation;
  const to = row.customer_email ?? sale.customer_email;
  // Without goods the delivery was only rearranged: the customer gets them another way.
  const isTold = returnId !== null || hasEndedSale;
  if (to === null || to === '' || !isTold) return;
  const store = await findStore(tx, row.store_id);
  const refunded = refundedOf(await refundsOfCancellation(tx, cancellation));
  const names = new Map(lines.map(line => [line.sku, clean(describeLine(line))]));
  const isWhole = row.status === 'cancelled';
  await queueMail(tx, platform, {
    to,
    purpose: 'order_cancelled',
    subject: isWhole
      ? `Your order ${sale.transaction_number} was cancelled`
      : `Items of your order ${sale.transaction_number} were cancelled`,
    text: [
      isWhole
        ? `Your order ${sale.transaction_number} at ${store?.name ?? ''} was cancelled.`
        : `Some items of your order ${sale.transaction_number} at ${store?.name ?? ''} were cancelled.`,
      '',
      ...items.map(({ sku, quantity }) => `${quantity} x ${names.get(sku) ?? sku}`),
      '',
      `Reason: ${clean(row.cancel_reason ?? '')}`,
      refunded > 0
        ? `We refund ${formatMoney(refunded)} ${sale.currency} the way you paid.`
        : 'There is nothing to refund.',
      '',
    ].join('\n'),
  });
}
