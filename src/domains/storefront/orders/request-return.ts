import { HOUR_MS } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { conflict, tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { shopActingFor } from '../../access/index.js';
import { fulfillmentsOf } from '../../fulfillments/index.js';
import { announceReturn, moveReturn, presentReturn, returnsOfSale } from '../../returns/index.js';
import { linesOf, lockSale, type Sale } from '../../transactions/index.js';
import { orderNotFound, presentRequest } from './read-order.js';
import { leftOf, mayReturn } from './rules.js';

export type Wanted = {
  return_reason: string;
  notes?: string;
  line_items: { line_id: string; quantity: number | string; reason?: string }[];
};

const REQUESTS_AN_HOUR = 20;

/** Each request is work for staff, so one customer cannot make many, nor a guest for one order. */
export async function limitRequests({ limits }: Platform, sale: Sale): Promise<void> {
  const asker = sale.customer_id ?? sale.id;
  const verdict = await limits.throttle('return-requests', asker, REQUESTS_AN_HOUR, HOUR_MS);
  if (verdict.blocked) {
    throw tooMany('Too many return requests; try again later.', verdict.retryAfterSeconds);
  }
}

/**
 * Asks the store to take goods back. Staff accept or refuse it; no money moves before that. The
 * caller has checked whose order it is.
 */
export async function requestReturn(
  tx: Tx,
  platform: Platform,
  found: Sale,
  wanted: Wanted,
): Promise<ShownRequest> {
  const sale = await lockSale(tx, found.id);
  if (sale === undefined) throw orderNotFound();
  const [lines, deliveries] = await Promise.all([
    linesOf(tx, sale.id),
    fulfillmentsOf(tx, sale.id),
  ]);
  const named = new Set(wanted.line_items.map(item => item.line_id.toLowerCase()));
  const isGone = lines.some(line => named.has(line.id) && leftOf(line) === 0);
  if (!mayReturn(sale, lines, deliveries) || isGone) {
    throw conflict('RETURN_NOT_POSSIBLE', 'These goods cannot be returned.', {
      status: sale.status,
    });
  }
  const caller = shopActingFor(sale.customer_id, sale.store_id);
  const row = await announceReturn(tx, platform, caller, sale, {
    return_reason: wanted.return_reason,
    notes: wanted.notes,
    line_items: wanted.line_items.map(({ line_id, quantity, reason }) => ({
      original_line_item: line_id,
      quantity,
      reason,
    })),
  });
  return presentRequest(await presentReturn(tx, row));
}

type ShownRequest = ReturnType<typeof presentRequest>;

/** Withdraws a request that staff have not decided yet. */
export async function withdrawReturn(
  tx: Tx,
  platform: Platform,
  sale: Sale,
  returnNumber: string,
): Promise<ShownRequest> {
  const own = (await returnsOfSale(tx, sale.id)).find(row => row.return_number === returnNumber);
  if (own === undefined || !own.requested_online) throw orderNotFound();
  const caller = shopActingFor(sale.customer_id, own.store_id);
  const row = await moveReturn(tx, caller, own.id, 'cancel', platform.clock.now());
  return presentRequest(await presentReturn(tx, row));
}
