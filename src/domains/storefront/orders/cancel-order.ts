import { conflict } from '../../../platform/http/failure.js';
import type { Reply, Settle } from '../../../platform/http/idempotency.js';
import { DEFAULT_LANGUAGE } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { type Principal, shopActingFor } from '../../access/index.js';
import { cancelAndShow, fulfillmentsOf, isOpenFulfillment } from '../../fulfillments/index.js';
import { languageOf } from '../../people/index.js';
import { textsIn } from '../../texts/index.js';
import { findSale, linesOf, type Sale } from '../../transactions/index.js';
import { orderNotFound, ownOrder, type ShownOrder, showOrder } from './read-order.js';
import { mayCancel } from './rules.js';

/**
 * Cancels an order that nobody has packed yet, as staff would do it at the desk: goods go back on
 * sale, the money goes back the way it came, and the customer gets the mail about it. The lock of
 * the sale decides between the customer and somebody who begins to pack. A repeated request finds
 * the order cancelled and changes nothing.
 */
export async function cancelOrder(
  platform: Platform,
  customer: Principal,
  number: string,
  reason: string,
  settle: Settle,
): Promise<Reply<ShownOrder>> {
  const { db } = platform;
  const sale = await ownOrder(db, customer.userId, number);
  const [lines, deliveries, language] = await Promise.all([
    linesOf(db, sale.id),
    fulfillmentsOf(db, sale.id),
    languageOf(db, customer.userId),
  ]);
  if (isCancelled(sale, deliveries)) return { status: 200, body: await shown(platform, sale.id) };
  if (!mayCancel(sale, lines, deliveries)) throw notCancellable(sale, deliveries);
  const waiting = deliveries.find(({ status }) => isOpenFulfillment(status));
  if (waiting === undefined) throw notCancellable(sale, deliveries);
  const request = {
    reason: reason || textsIn(language ?? DEFAULT_LANGUAGE).cancelled.byCustomer,
    refund: true,
    restock: true,
    beforePacking: true,
  };
  const caller = shopActingFor(customer, sale.store_id);
  return cancelAndShow(platform, caller, waiting.id, request, settle, async tx => {
    const current = await findSale(tx, { id: sale.id });
    if (current === undefined) throw orderNotFound();
    return showOrder(tx, platform, current);
  });
}

type Deliveries = Awaited<ReturnType<typeof fulfillmentsOf>>;

/** Nothing was shipped, and the money was refunded. */
const isCancelled = (sale: Sale, deliveries: Deliveries): boolean =>
  sale.source_system === 'web_commerce' &&
  (sale.status === 'voided' || sale.status === 'refunded') &&
  deliveries.length > 0 &&
  deliveries.every(({ status }) => status === 'cancelled');

async function shown(platform: Platform, saleId: string): Promise<ShownOrder> {
  const sale = await findSale(platform.db, { id: saleId });
  if (sale === undefined) throw orderNotFound();
  return showOrder(platform.db, platform, sale);
}

const notCancellable = (sale: Sale, deliveries: Deliveries) =>
  deliveries.some(({ status }) => isOpenFulfillment(status) && status !== 'pending')
    ? conflict('ORDER_PACKED', 'The store is packing this order, so it cannot be cancelled here.', {
        status: sale.status,
      })
    : conflict('NOT_CANCELLABLE', 'This order cannot be cancelled any more.', {
        status: sale.status,
      });
