import type { Reader } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity, unitOfMeasured } from '../../../platform/quantity.js';
import { presentGoods } from '../../catalog/index.js';
import {
  type Fulfillment,
  fulfillmentsOf,
  isWaitingAtCounter,
  presentFulfillment,
  type ShippingAddress,
} from '../../fulfillments/index.js';
import { isPaidByCard, type Refund } from '../../payments/index.js';
import { languageOf } from '../../people/index.js';
import { presentReturn, returnsOfSale } from '../../returns/index.js';
import { shopperMethodName, textsIn } from '../../texts/index.js';
import {
  bundleOf,
  findSale,
  linesOf,
  listPayments,
  namesOfLine,
  parseSaleRef,
  type Sale,
  type SaleLine,
} from '../../transactions/index.js';
import { summarize } from './list-orders.js';
import { slugsOfVariants } from './repository.js';
import { isForCustomer, leftOf } from './rules.js';

export const orderNotFound = (): Failure =>
  new Failure('not_found', 'ORDER_NOT_FOUND', 'There is no such order.');

/** An order of this customer by its number; an order of another customer is not found. */
export async function ownOrder(reader: Reader, customerId: string, number: string): Promise<Sale> {
  const ref = parseSaleRef(number);
  const sale = ref && 'number' in ref ? await findSale(reader, ref) : undefined;
  if (sale?.customer_id !== customerId) throw orderNotFound();
  return sale;
}

/** Payment methods are named in the language of the reader, else in that of the account. */
export async function readOrder(
  platform: Platform,
  customerId: string,
  number: string,
  language?: Language,
) {
  const sale = await ownOrder(platform.db, customerId, number);
  return showOrder(platform.db, platform, sale, language);
}

/** Everything about an order that its customer may see. */
export async function showOrder(
  reader: Reader,
  platform: Pick<Platform, 'config' | 'clock'>,
  sale: Sale,
  asked?: Language,
) {
  const [[summary], lines, deliveries, payments, returns, language] = await Promise.all([
    summarize(reader, platform, [sale.id]),
    linesOf(reader, sale.id),
    fulfillmentsOf(reader, sale.id),
    listPayments(reader, { stores: undefined, saleId: sale.id }, undefined, PAYMENTS_SHOWN),
    returnsOfSale(reader, sale.id),
    sale.customer_id === null ? undefined : languageOf(reader, sale.customer_id),
  ]);
  if (summary === undefined) throw orderNotFound();
  const slugs = await slugsOfLines(reader, lines);
  const texts = textsIn(asked ?? language ?? DEFAULT_LANGUAGE);
  const taken = payments.filter(({ status }) => status === 'succeeded' || status === 'voided');
  return {
    ...summary,
    subtotal: sale.subtotal,
    discount_amount: sale.promotion_discount,
    shipping_amount: sale.shipping_amount,
    tax_amount: sale.tax_amount,
    prices_include_tax: sale.prices_include_tax,
    expires_at: sale.expires_at?.toISOString() ?? null,
    line_items: lines.map(line => presentLine(line, slugs)),
    payments: taken.map(payment => ({
      method: shopperMethodName(
        { code: payment.method_code, name: payment.method_name, isCard: isPaidByCard(payment) },
        texts,
      ),
      method_type: payment.method_type,
      amount: payment.amount,
      card_last_four: payment.card_last_four,
      created_at: payment.created_at.toISOString(),
    })),
    refunds: taken.flatMap(payment => payment.refunds).map(presentRefund),
    deliveries: await Promise.all(
      deliveries.map(async row => presentDelivery(await presentFulfillment(reader, row))),
    ),
    billing_address: billingOf(deliveries),
    returns: await Promise.all(
      returns
        .filter(isForCustomer)
        .map(async row => presentRequest(await presentReturn(reader, row))),
    ),
  };
}

const PAYMENTS_SHOWN = 50;

/** The order has one; a later delivery of the same sale has none. */
export const billingOf = (deliveries: readonly Fulfillment[]): ShippingAddress | null =>
  deliveries.find(({ billing_address }) => billing_address !== null)?.billing_address ?? null;

type Refunded = Pick<Refund, 'refund_id' | 'amount' | 'status' | 'way' | 'created_at'>;

export const presentRefund = (refund: Refunded) => ({
  refund_id: refund.refund_id,
  amount: refund.amount,
  status: refund.status,
  way: refund.way,
  created_at: refund.created_at.toISOString(),
});

type Slugs = ReadonlyMap<string, string>;

/** Leads from the goods of an order to their pages. */
export const slugsOfLines = (reader: Reader, lines: readonly SaleLine[]): Promise<Slugs> =>
  slugsOfVariants(
    reader,
    lines.flatMap(({ variant_id }) => variant_id ?? []),
  );

/** What guests and customers see of a line. */
export const presentOrderLine = (line: SaleLine, slugs: Slugs) => ({
  id: line.id,
  sku: line.sku,
  name: line.name,
  ...presentGoods(namesOfLine(line)),
  product_slug: slugs.get(line.variant_id ?? '') ?? null,
  quantity: shownQuantity(line.quantity, line.unit),
  returnable_quantity: shownQuantity(leftOf(line), line.unit),
  ...unitOfMeasured(line.unit),
  unit_price: line.unit_price,
  subtotal: line.subtotal,
  bundle: bundleOf(line),
});

const presentLine = (line: SaleLine, slugs: Slugs) => ({
  ...presentOrderLine(line, slugs),
  returned_quantity: shownQuantity(line.returned_quantity, line.unit),
  discount: line.discount,
  tax: line.tax,
});

type Fulfilled = Awaited<ReturnType<typeof presentFulfillment>>;

const presentDelivery = (row: Fulfilled) => ({
  id: row.id,
  fulfillment_type: row.fulfillment_type,
  status: row.status,
  scheduled_at: row.scheduled_at,
  qr_content: isWaitingAtCounter(row) ? row.transaction : null,
  shipping_city: row.shipping_city,
  shipping_region: row.shipping_region,
  shipping_address: row.shipping_address,
  cancel_reason: row.cancel_reason,
  shipments: row.shipments.map(presentShipment),
});

type Shipment = Fulfilled['shipments'][number];

export const presentShipment = (shipment: Shipment) => ({
  carrier_name: shipment.carrier_name,
  tracking_number: shipment.tracking_number,
  tracking_url: shipment.tracking_url,
  status: shipment.status,
  items: shipment.items,
});

type Returned = Awaited<ReturnType<typeof presentReturn>>;

export const presentRequest = (row: Returned) => ({
  return_number: row.return_number,
  status: row.status,
  return_reason: row.return_reason,
  decision_note: row.decision_note,
  can_withdraw: row.requested_online && row.status === 'pending',
  refund_amount: row.refund_amount,
  total_return_value: row.total_return_value,
  line_items: row.line_items.map(line => ({
    line_id: line.original_line_item,
    sku: line.sku,
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    reason: line.reason,
  })),
  created_at: row.created_at,
  decided_at: row.decided_at,
});
