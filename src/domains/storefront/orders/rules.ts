import { type Fulfillment, isOpenFulfillment } from '../../fulfillments/index.js';
import { isGiftCard, type Sale, type SaleLine } from '../../transactions/index.js';

type SaleState = Pick<Sale, 'source_system' | 'status'>;
type LineState = Pick<SaleLine, 'sku' | 'quantity' | 'returned_quantity'>;
export type Delivery = Pick<Fulfillment, 'status' | 'fulfillment_type'>;

/** What customers call the place where they bought. */
export const CHANNELS = ['web', 'store'] as const;
export const channelOf = ({ source_system }: Pick<Sale, 'source_system'>) =>
  source_system === 'web_commerce' ? ('web' as const) : ('store' as const);

const CANCELLABLE = new Set(['pending', 'partially_paid', 'completed', 'partially_refunded']);

/**
 * Whether the customer may cancel the order: all of it waits to be packed. Gift cards and downloads
 * are with the customer from the moment of the order.
 */
export function mayCancel(
  sale: SaleState,
  lines: readonly LineState[],
  deliveries: readonly Delivery[],
): boolean {
  const open = deliveries.filter(({ status }) => isOpenFulfillment(status));
  const [only] = open;
  return (
    sale.source_system === 'web_commerce' &&
    CANCELLABLE.has(sale.status) &&
    open.length === 1 &&
    only?.status === 'pending' &&
    only.fulfillment_type !== 'digital' &&
    deliveries.every(({ status }) => status === 'pending' || isEnded(status)) &&
    !lines.some(isGiftCard)
  );
}

const isEnded = (status: Delivery['status']): boolean =>
  status === 'cancelled' || status === 'expired';

/** Goods that can come back: the sale is paid, and nothing of it is still to be handed over. */
export const mayReturn = (
  { status }: SaleState,
  lines: readonly LineState[],
  deliveries: readonly Delivery[],
): boolean =>
  (status === 'completed' || status === 'partially_refunded') &&
  deliveries.every(delivery => !isOpenFulfillment(delivery.status)) &&
  lines.some(line => leftOf(line) > 0);

type ReturnState = { return_reason: string; requested_online: boolean };

/**
 * A cancelled delivery is booked as a return; for the customer it is the cancellation. A request of
 * the customer is shown whatever its reason says.
 */
export const isForCustomer = ({ return_reason, requested_online }: ReturnState): boolean =>
  requested_online || return_reason !== 'cancelled';

/** What the customer still has of a line, in steps of its unit. The value of a gift card is spent. */
export const leftOf = (line: LineState): number =>
  isGiftCard(line) ? 0 : line.quantity - line.returned_quantity;
