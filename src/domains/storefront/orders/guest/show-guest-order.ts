import type { Reader } from '../../../../platform/database/tx.js';
import {
  fulfillmentsOf,
  isWaitingAtCounter,
  presentFulfillment,
} from '../../../fulfillments/index.js';
import { refundsOfTransaction } from '../../../payments/index.js';
import { presentReturn, returnsOfSale } from '../../../returns/index.js';
import { findStore } from '../../../stores/index.js';
import { linesOf, type Sale } from '../../../transactions/index.js';
import {
  billingOf,
  presentOrderLine,
  presentRefund,
  presentRequest,
  presentShipment,
  slugsOfLines,
} from '../read-order.js';
import { isForCustomer, mayCancel, mayReturn } from '../rules.js';

/** The order as a guest sees it: goods, delivery and returns, without street or mail address. */
export async function showGuestOrder(reader: Reader, sale: Sale) {
  const [lines, fulfillments, refunds, returns, store] = await Promise.all([
    linesOf(reader, sale.id),
    fulfillmentsOf(reader, sale.id),
    refundsOfTransaction(reader, sale.id),
    returnsOfSale(reader, sale.id),
    findStore(reader, sale.store_id),
  ]);
  if (store === undefined) throw new Error('order without a store');
  const [first] = fulfillments;
  const slugs = await slugsOfLines(reader, lines);
  return {
    success: true as const,
    transaction: {
      transactionId: sale.transaction_number,
      status: sale.status,
      totalAmount: sale.total_amount,
      totalPaid: sale.total_paid,
      subtotal: sale.subtotal,
      discountAmount: sale.promotion_discount,
      taxAmount: sale.tax_amount,
      prices_include_tax: sale.prices_include_tax,
      shippingAmount: sale.shipping_amount,
      currency: sale.currency,
      createdAt: sale.created_at.toISOString(),
      expiresAt: sale.expires_at?.toISOString() ?? null,
      can_cancel: mayCancel(sale, lines, fulfillments),
      can_return: mayReturn(sale, lines, fulfillments),
      line_items: lines.map(line => presentOrderLine(line, slugs)),
    },
    store: { name: store.name, time_zone: store.time_zone },
    fulfillment: first === undefined ? null : shown(await presentFulfillment(reader, first)),
    billing_city: billingOf(fulfillments)?.city ?? null,
    refunds: refunds.map(presentRefund),
    returns: await Promise.all(
      returns
        .filter(isForCustomer)
        .map(async row => presentRequest(await presentReturn(reader, row))),
    ),
  };
}

type Shown = Awaited<ReturnType<typeof presentFulfillment>>;

const shown = ({ id, status, shipping_city, shipping_region, shipments, ...rest }: Shown) => ({
  id,
  fulfillment_type: rest.fulfillment_type,
  scheduled_at: rest.scheduled_at,
  status,
  qr_content: isWaitingAtCounter({ ...rest, status }) ? rest.transaction : null,
  shipping_city,
  shipping_region,
  shipments: shipments.map(presentShipment),
});
