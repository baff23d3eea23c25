import { addMs, HOUR_MS, MINUTE_MS } from '../../../../platform/clock.js';
import { Failure, tooMany } from '../../../../platform/http/failure.js';
import { clientKey } from '../../../../platform/http/limits.js';
import type { Platform } from '../../../../platform/platform.js';
import { shownQuantity, unitOfMeasured } from '../../../../platform/quantity.js';
import { presentGoods } from '../../../catalog/index.js';
import {
  fulfillmentsOf,
  isWaitingAtCounter,
  presentFulfillment,
} from '../../../fulfillments/index.js';
import { hashToken } from '../../../people/index.js';
import { findStore } from '../../../stores/index.js';
import { bundleOf, findSale, linesOf, namesOfLine } from '../../../transactions/index.js';
import { RECEIPT_TOKEN_MS } from '../rules.js';
import { looksLikeToken, saleOfReceipt } from './receipt-token.js';
import { saleOfToken } from './token-repository.js';

const PER_MINUTE = 10;
const PER_HOUR = 60;

/** The order of a receipt link: lines and delivery status, without street or mail address. */
export async function readGuestOrder(platform: Platform, token: string, address: string) {
  await throttleGuestOrders(platform, address);
  const signedId = saleOfReceipt(platform, token);
  // A malformed token is looked up as well, so that response times reveal nothing.
  const saleId =
    signedId ?? (await saleOfToken(platform.db, hashToken(token), platform.clock.now()));
  if (saleId === undefined || !looksLikeToken(token)) throw orderNotFound();
  // A stored token has its own expiry.
  const shown = await showGuestOrder(platform, saleId, { endsWithLink: signedId !== undefined });
  if (shown === undefined) throw orderNotFound();
  return shown;
}

/** The order as a guest sees it; undefined if it was deleted or its link has expired. */
export async function showGuestOrder(
  { db, clock }: Platform,
  saleId: string,
  { endsWithLink = true }: { endsWithLink?: boolean } = {},
) {
  const [sale, lines, fulfillments] = await Promise.all([
    findSale(db, { id: saleId }),
    linesOf(db, saleId),
    fulfillmentsOf(db, saleId),
  ]);
  if (sale === undefined) return undefined;
  if (endsWithLink && addMs(sale.created_at, RECEIPT_TOKEN_MS) <= clock.now()) return undefined;
  const store = await findStore(db, sale.store_id);
  if (store === undefined) throw new Error('order without a store');
  const [first] = fulfillments;
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
      line_items: lines.map(line => ({
        sku: line.sku,
        name: line.name,
        ...presentGoods(namesOfLine(line)),
        quantity: shownQuantity(line.quantity, line.unit),
        ...unitOfMeasured(line.unit),
        unit_price: line.unit_price,
        subtotal: line.subtotal,
        bundle: bundleOf(line),
      })),
    },
    store: { name: store.name, time_zone: store.time_zone },
    fulfillment: first === undefined ? null : shown(await presentFulfillment(db, first)),
  };
}

/** Looks at orders of guests, by link or by number and address. */
export async function throttleGuestOrders({ limits }: Platform, address: string): Promise<void> {
  const client = clientKey(address);
  const limitsReached = await Promise.all([
    limits.throttle('guest-order-minute', client, PER_MINUTE, MINUTE_MS),
    limits.throttle('guest-order-hour', client, PER_HOUR, HOUR_MS),
  ]);
  const waits = limitsReached.map(limit => (limit.blocked ? limit.retryAfterSeconds : 0));
  if (Math.max(...waits) > 0) {
    throw tooMany('Too many requests for orders from this address.', Math.max(...waits));
  }
}

export const orderNotFound = (): Failure =>
  new Failure('not_found', 'ORDER_NOT_FOUND', 'Order not found or link expired');

type Shown = Awaited<ReturnType<typeof presentFulfillment>>;

const shown = ({ id, status, shipping_city, shipping_region, shipments, ...rest }: Shown) => ({
  id,
  fulfillment_type: rest.fulfillment_type,
  scheduled_at: rest.scheduled_at,
  status,
  qr_content: isWaitingAtCounter({ ...rest, status }) ? rest.transaction : null,
  shipping_city,
  shipping_region,
  shipments: shipments.map(({ carrier_name, tracking_number, status: state, items }) => ({
    carrier_name,
    tracking_number,
    status: state,
    items,
  })),
});
