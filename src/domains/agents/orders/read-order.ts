import type { Reader } from '../../../platform/database/tx.js';
import { type Minor, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured, shownQuantity } from '../../../platform/quantity.js';
import { fulfillmentsOf, presentFulfillment } from '../../fulfillments/index.js';
import { refundsOfTransaction } from '../../payments/index.js';
import { presentReturn, returnsOfSale } from '../../returns/index.js';
import { receiptToken } from '../../storefront/index.js';
import {
  describeLine,
  findSale,
  linesOf,
  type Sale,
  type SaleLine,
} from '../../transactions/index.js';
import type { AgentOrder } from './repository.js';

type Fulfilled = Awaited<ReturnType<typeof presentFulfillment>>;

export type OrderLine = {
  id: string;
  sku: string;
  title: string;
  /** Whole numbers, as the protocols count; goods sold by measure are rounded up. */
  ordered: number;
  current: number;
  fulfilled: number;
  unitMinor: Minor;
  grossMinor: Minor;
  discountMinor: Minor;
};

export type Change = { status: 'pending' | 'completed' | 'failed'; at: Date; id: string };

/** An order as its program may see it: without name, street, mail address and phone. */
export type OrderView = {
  number: string;
  sessionId: string;
  url: string;
  currency: string;
  isVoided: boolean;
  lines: OrderLine[];
  subtotalMinor: Minor;
  discountMinor: Minor;
  shippingMinor: Minor;
  taxMinor: Minor;
  pricesIncludeTax: boolean;
  totalMinor: Minor;
  deliveries: Fulfilled[];
  refunds: (Change & { amountMinor: Minor })[];
  returns: (Change & { lines: { id: string; quantity: number }[] })[];
  canceledAt: Date | null;
};

/** Undefined if the sale is gone. */
export async function readOrder(
  platform: Pick<Platform, 'db' | 'config'>,
  order: Pick<AgentOrder, 'sale_id' | 'session_id'>,
): Promise<OrderView | undefined> {
  const { db } = platform;
  const sale = await findSale(db, { id: order.sale_id });
  if (sale === undefined) return undefined;
  const [lines, deliveries, refunds, returns] = await Promise.all([
    linesOf(db, sale.id),
    deliveriesOf(db, sale.id),
    refundsOfTransaction(db, sale.id),
    returnsOf(db, sale.id),
  ]);
  const amount = (text: string): Minor => minor(text, sale.currency);
  const isVoided = sale.status === 'voided' || sale.status === 'expired';
  return {
    number: sale.transaction_number,
    sessionId: order.session_id,
    url: `${platform.config.publicUrl}/app/shop/order#${receiptToken(platform, sale.id)}`,
    currency: sale.currency,
    isVoided,
    lines: lines.map(line => lineOf(line, sale, deliveries)),
    subtotalMinor: amount(sale.subtotal),
    discountMinor: amount(sale.promotion_discount),
    shippingMinor: amount(sale.shipping_amount),
    taxMinor: amount(sale.tax_amount),
    pricesIncludeTax: sale.prices_include_tax,
    totalMinor: amount(sale.total_amount),
    deliveries,
    refunds: refunds.map(refund => ({
      id: refund.refund_id,
      status: refund.status === 'succeeded' ? 'completed' : refund.status,
      at: refund.created_at,
      amountMinor: amount(refund.amount),
    })),
    returns,
    canceledAt: isVoided ? (sale.voided_at ?? sale.updated_at) : null,
  };
}

async function deliveriesOf(reader: Reader, saleId: string): Promise<Fulfilled[]> {
  const rows = await fulfillmentsOf(reader, saleId);
  return Promise.all(rows.map(row => presentFulfillment(reader, row)));
}

const whole = (quantity: number): number => Math.ceil(quantity);

/** A cancelled delivery is booked as a return too; the refund says that the money went back. */
async function returnsOf(reader: Reader, saleId: string): Promise<OrderView['returns']> {
  const rows = await returnsOfSale(reader, saleId);
  const wanted = rows.filter(({ status }) => status !== 'rejected' && status !== 'cancelled');
  return Promise.all(
    wanted.map(async row => {
      const { line_items: lines } = await presentReturn(reader, row);
      return {
        id: row.return_number,
        status: row.status === 'completed' ? ('completed' as const) : ('pending' as const),
        at: row.created_at,
        lines: lines.map(line => ({ id: line.original_line_item, quantity: whole(line.quantity) })),
      };
    }),
  );
}

const DONE = new Set(['shipped', 'delivered', 'picked_up']);

function lineOf(line: SaleLine, sale: Sale, deliveries: readonly Fulfilled[]): OrderLine {
  const { currency } = sale;
  const quantity = shownQuantity(line.quantity, line.unit);
  const kept = shownQuantity(line.quantity - line.returned_quantity, line.unit);
  const isVoided = sale.status === 'voided' || sale.status === 'expired';
  const current = isVoided ? 0 : whole(kept);
  const isOut = deliveries.some(({ status }) => DONE.has(status));
  const sent = isOut ? current : sentOf(line.sku, deliveries);
  return {
    id: line.id,
    sku: line.sku,
    title: describeLine(line),
    ordered: Math.max(1, whole(quantity)),
    current,
    fulfilled: Math.min(current, whole(sent)),
    unitMinor: minor(line.unit_price, currency),
    grossMinor: minor(line.subtotal, currency),
    discountMinor: minor(line.discount, currency),
  };
}

/** What has left in parcels while others are still to be sent. */
const sentOf = (sku: string, deliveries: readonly Fulfilled[]): number =>
  deliveries
    .flatMap(({ shipments }) => shipments)
    .filter(({ status }) => DONE.has(status))
    .flatMap(({ items }) => items)
    .filter(item => item.sku === sku)
    .reduce(
      (sum, item) => sum + (isMeasured(item.unit) ? Math.ceil(item.quantity) : item.quantity),
      0,
    );

/** Where all goods of an order are. */
export function stageOf(
  order: OrderView,
): 'confirmed' | 'processing' | 'shipped' | 'completed' | 'canceled' {
  const { lines, deliveries, isVoided } = order;
  if (isVoided || lines.every(({ current }) => current === 0)) return 'canceled';
  const open = deliveries.filter(({ status }) => status !== 'cancelled' && status !== 'expired');
  const has = (...statuses: string[]): boolean =>
    open.length > 0 && open.every(({ status }) => statuses.includes(status));
  if (has('delivered', 'picked_up')) return 'completed';
  if (has('shipped', 'delivered', 'picked_up')) return 'shipped';
  const isBegun =
    open.some(({ status }) => status !== 'pending') || lines.some(({ fulfilled }) => fulfilled > 0);
  return isBegun ? 'processing' : 'confirmed';
}

export function lineStatus({ current, fulfilled }: OrderLine): string {
  if (current === 0) return 'removed';
  if (fulfilled === current) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}
