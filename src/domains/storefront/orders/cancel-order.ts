import type { Reader } from '../../../platform/database/tx.js';
import { conflict, Failure } from '../../../platform/http/failure.js';
import type { Reply, Settle } from '../../../platform/http/idempotency.js';
import type { Platform } from '../../../platform/platform.js';
import { shopActingFor } from '../../access/index.js';
import { cancelAndShow, fulfillmentsOf, isOpenFulfillment } from '../../fulfillments/index.js';
import { findStore } from '../../stores/index.js';
import { textsIn } from '../../texts/index.js';
import { findSale, linesOf, mailLanguage, type Sale } from '../../transactions/index.js';
import { orderNotFound } from './read-order.js';
import { mayCancel } from './rules.js';

/**
 * Cancels an order that nobody has packed yet, as staff would do it at the desk: goods go back on
 * sale, the money goes back the way it came, and the customer gets the mail about it. The lock of
 * the sale decides between the customer and somebody who begins to pack. A repeated request finds
 * the order cancelled and changes nothing. The caller has checked whose order it is.
 */
export async function cancelOrder<Shown>(
  platform: Platform,
  sale: Sale,
  reason: string,
  settle: Settle,
  show: (reader: Reader, sale: Sale) => Promise<Shown>,
): Promise<Reply<Shown>> {
  const { db } = platform;
  const showCurrent = async (reader: Reader): Promise<Shown> => {
    const current = await findSale(reader, { id: sale.id });
    if (current === undefined) throw orderNotFound();
    return show(reader, current);
  };
  const [lines, deliveries] = await Promise.all([
    linesOf(db, sale.id),
    fulfillmentsOf(db, sale.id),
  ]);
  if (isCancelled(sale, deliveries)) return { status: 200, body: await showCurrent(db) };
  const waiting = deliveries.find(({ status }) => isOpenFulfillment(status));
  if (waiting === undefined || !mayCancel(sale, lines, deliveries)) {
    throw notCancellable(sale, deliveries);
  }
  const mailedReason = await standardReason(db, sale);
  const request = {
    reason: reason || mailedReason,
    // Anybody can type any mail address in an order: it would carry these words to a stranger.
    mailedReason,
    refund: true,
    restock: true,
    beforePacking: true,
  };
  const caller = shopActingFor(sale.customer_id, sale.store_id);
  try {
    return await cancelAndShow(platform, caller, waiting.id, request, settle, showCurrent);
  } catch (error) {
    const isRefused = error instanceof Failure && error.kind === 'conflict';
    if (!isRefused || !(await isCancelledNow(db, sale.id))) throw error;
    return { status: 200, body: await showCurrent(db) };
  }
}

/** Whether another request has cancelled the order meanwhile, so that this one was refused. */
async function isCancelledNow(reader: Reader, saleId: string): Promise<boolean> {
  const [sale, deliveries] = await Promise.all([
    findSale(reader, { id: saleId }),
    fulfillmentsOf(reader, saleId),
  ]);
  return sale !== undefined && isCancelled(sale, deliveries);
}

/** In the language of the mail that names it. */
async function standardReason(reader: Reader, sale: Sale): Promise<string> {
  const store = await findStore(reader, sale.store_id);
  return textsIn(await mailLanguage(reader, sale, store)).cancelled.byCustomer;
}

type Deliveries = Awaited<ReturnType<typeof fulfillmentsOf>>;

/** Nothing was shipped, and the money was refunded. */
const isCancelled = (sale: Sale, deliveries: Deliveries): boolean =>
  sale.source_system === 'web_commerce' &&
  (sale.status === 'voided' || sale.status === 'refunded') &&
  deliveries.length > 0 &&
  deliveries.every(({ status }) => status === 'cancelled');

const notCancellable = (sale: Sale, deliveries: Deliveries) =>
  deliveries.some(({ status }) => isOpenFulfillment(status) && status !== 'pending')
    ? conflict('ORDER_PACKED', 'The store is packing this order, so it cannot be cancelled here.', {
        status: sale.status,
      })
    : conflict('NOT_CANCELLABLE', 'This order cannot be cancelled any more.', {
        status: sale.status,
      });
