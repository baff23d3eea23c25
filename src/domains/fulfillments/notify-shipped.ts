import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import {
  describeLine,
  linesOf,
  renderOrderMail,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';
import { claimTrackingNotice, type Fulfillment, type Shipment } from './repository.js';
import { mergeItems } from './rules.js';

/**
 * Queues the mail with the tracking number of a parcel, once for each number. Does nothing without
 * a number or an email address; the mail follows when the number is entered.
 */
export async function notifyShipped(
  tx: Tx,
  platform: Platform,
  row: Fulfillment,
  sale: Sale,
  shipmentId: string,
): Promise<void> {
  const to = row.customer_email ?? sale.customer_email;
  if (to === null || to === '') return;
  const shipment = await claimTrackingNotice(tx, shipmentId);
  if (shipment === undefined) return;
  const lines = await linesOf(tx, sale.id);
  await queueMail(tx, platform, {
    to,
    purpose: 'order_shipped',
    subject: `Your order ${sale.transaction_number} is on its way`,
    ...renderOrderMail({
      before: [
        `Your order ${sale.transaction_number} is on its way.`,
        '',
        ...(shipment.carrier_name === '' ? [] : [`Carrier: ${clean(shipment.carrier_name)}`]),
        `Tracking number: ${clean(shipment.tracking_number)}`,
        ...contentsOf(shipment, lines),
      ],
      sale,
      lines,
      after: [],
    }),
  });
}

/** Lists the goods of a parcel that does not contain the whole order. */
function contentsOf(shipment: Shipment, lines: readonly SaleLine[]): string[] {
  const sold = new Map(mergeItems(lines).map(item => [item.sku, item.quantity]));
  const isWhole =
    shipment.items.length === sold.size &&
    shipment.items.every(({ sku, quantity }) => sold.get(sku) === quantity);
  if (isWhole) return [];
  const names = new Map(lines.map(line => [line.sku, clean(describeLine(line))]));
  return [
    '',
    'In this parcel:',
    ...shipment.items.map(({ sku, quantity }) => `${quantity} x ${names.get(sku) ?? sku}`),
    '',
    'Your whole order:',
  ];
}
