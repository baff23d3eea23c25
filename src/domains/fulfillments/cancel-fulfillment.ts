import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, Failure } from '../../platform/http/failure.js';
import type { Reply, Settle } from '../../platform/http/idempotency.js';
import { newId } from '../../platform/ids.js';
import { type Minor, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity, type Unit } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type OrderActor } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { finishRefunds } from '../payments/index.js';
import { cancelGoods } from '../returns/index.js';
import { applyRefunds, endSale, linesOf, type Sale } from '../transactions/index.js';
import { fulfillmentUpdated } from './events.js';
import { goodsToCancel } from './goods-to-cancel.js';
import { itemsInSteps } from './items-in-steps.js';
import { lockFulfillment } from './lock-fulfillment.js';
import { notifyCancelled } from './notify-cancelled.js';
import { type Cancellation, presentCancellation } from './present-cancellation.js';
import {
  cancelOpenShipments,
  type Fulfillment,
  insertShipment,
  shipmentsOf,
  updateFulfillment,
} from './repository.js';
import {
  type Item,
  isLive,
  linesFor,
  mergeItems,
  subtractItems,
  unitsOf,
  type WantedItem,
} from './rules.js';

export type CancelRequest = {
  reason: string;
  /** What the mail to the customer says; default: the reason. */
  mailedReason?: string;
  refund: boolean;
  restock: boolean;
  /** Unset: everything that has not left. */
  items?: readonly WantedItem[];
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
  /** Refuses as soon as packing has begun. */
  beforePacking?: boolean;
};

/**
 * Cancels a fulfillment, or some of its items. The transaction that cancels also opens the refunds
 * and moves the stock; the sale's lock serializes it with `ship`, with returns and with a void. The
 * processors are called after the commit.
 */
export function cancelFulfillment(
  platform: Platform,
  caller: OrderActor,
  id: string,
  request: CancelRequest,
  settle: Settle,
): Promise<Reply<Awaited<ReturnType<typeof presentCancellation>>>> {
  const showsCodes = can(caller, 'refund.issue');
  return cancelAndShow(platform, caller, id, request, settle, (tx, outcome) =>
    presentCancellation(tx, outcome, showsCodes),
  );
}

/** Like `cancelFulfillment`, with an answer of the caller's own. */
export async function cancelAndShow<Shown>(
  platform: Platform,
  caller: OrderActor,
  id: string,
  request: CancelRequest,
  settle: Settle,
  show: (tx: Tx, outcome: Cancellation) => Promise<Shown>,
): Promise<Reply<Shown>> {
  const { db } = platform;
  const { outcome, reply } = await atomically(db, async tx => {
    const outcome = await cancelOnce(tx, platform, caller, id, request);
    // Stored before the processors are called, so that a retry after a crash gets this answer.
    return { outcome, reply: await settle(tx, 200, await show(tx, outcome)) };
  });
  if (outcome.waiting.length === 0) return reply;
  await finishRefunds(platform, outcome.waiting);
  return atomically(db, async tx => {
    await applyRefunds(tx, outcome.row.transaction_id, platform.clock.now());
    return settle(tx, 200, await show(tx, outcome));
  });
}

async function cancelOnce(
  tx: Tx,
  platform: Platform,
  caller: OrderActor,
  id: string,
  request: CancelRequest,
): Promise<Cancellation & { waiting: string[] }> {
  const now = platform.clock.now();
  const { row, sale } = await lockFulfillment(tx, caller, id, 'cancel');
  if (request.beforePacking) refusePacked(row);
  const lines = await linesOf(tx, sale.id);
  const open = await goodsToCancel(tx, row, sale, lines);
  if (request.items !== undefined) refuseParts(sale);
  const wanted = request.items && itemsInSteps(request.items, lines);
  if (wanted !== undefined) refuseItems(wanted, open, unitsOf(lines));
  const items = mergeItems(wanted ?? open);
  const rest = subtractItems(open, items);
  const taken = await takeBack(tx, caller, { row, sale, lines, items }, request, now);
  const moved = await move(tx, row, { rest, isPart: request.items !== undefined }, request, now);
  await record(tx, fulfillmentUpdated(moved));
  const { waiting, ...refunded } = taken;
  const cancellation = { row: moved, items, lines, ...refunded };
  await notifyCancelled(tx, platform, cancellation, sale, request.mailedReason ?? request.reason);
  return { ...cancellation, waiting };
}

type Goods = {
  row: Fulfillment;
  sale: Sale;
  lines: Awaited<ReturnType<typeof linesOf>>;
  items: readonly Item[];
};
type TakenBack = Pick<Cancellation, 'returnId' | 'hasEndedSale'> & { waiting: string[] };
const NOTHING: TakenBack = { returnId: null, hasEndedSale: false, waiting: [] };

/** Money and goods of the cancelled items, as far as the sale has them. */
async function takeBack(
  tx: Tx,
  caller: OrderActor,
  { sale, lines, items }: Goods,
  request: CancelRequest,
  now: Date,
): Promise<TakenBack> {
  if (items.length === 0 || sale.status === 'voided' || sale.status === 'expired') return NOTHING;
  if (sale.completed_at === null) return endUnpaid(tx, caller, sale, request, now);
  if (!request.refund && !request.restock) return NOTHING;
  const { row, waiting } = await cancelGoods(tx, caller, {
    sale,
    lines: linesFor(items, lines),
    reason: request.reason,
    refund: request.refund,
    restock: request.restock,
    approvalRequestId: request.approvalRequestId,
    shiftId: request.shiftId,
    now,
  });
  return { returnId: row.id, hasEndedSale: false, waiting };
}

/** Without its goods an unpaid sale has no purpose: it ends, and a part payment goes back. */
async function endUnpaid(
  tx: Tx,
  caller: OrderActor,
  sale: Sale,
  request: CancelRequest,
  now: Date,
): Promise<TakenBack> {
  const paidMinor: Minor = minor(sale.total_paid, sale.currency);
  if (paidMinor > 0 && !request.refund) {
    throw conflict('INVALID_STATE', 'A partly paid order is cancelled together with its refund.', {
      transaction_status: sale.status,
    });
  }
  if (paidMinor > 0 && !can(caller, 'refund.issue')) {
    const subject = { saleId: sale.id };
    await consumeApproval(tx, {
      requestId: request.approvalRequestId,
      subjects: { refund: subject, return: subject, void: subject },
      amountMinor: paidMinor,
      currency: sale.currency,
      storeId: sale.store_id,
      usedBy: caller.userId,
      usedFor: `cancel ${sale.transaction_number}`,
      now,
    });
  }
  const waiting = await endSale(tx, caller, sale, request, now);
  return { returnId: null, hasEndedSale: true, waiting };
}

/** Cancelled, or still open with the rest; what has been shipped in part counts as shipped. */
async function move(
  tx: Tx,
  row: Fulfillment,
  { rest, isPart }: { rest: readonly Item[]; isPart: boolean },
  { reason }: CancelRequest,
  now: Date,
): Promise<Fulfillment> {
  const staysOpen = isPart && rest.length > 0;
  const hasLeft = (await shipmentsOf(tx, [row.id])).some(({ status }) => status === 'shipped');
  const status = staysOpen ? row.status : hasLeft ? ('shipped' as const) : ('cancelled' as const);
  const change = { status, cancel_reason: reason, updated_at: now };
  await cancelOpenShipments(tx, row.id);
  if (staysOpen && row.fulfillment_type === 'ship') {
    await insertShipment(tx, { id: newId(), fulfillment_id: row.id, items: rest, created_at: now });
  }
  await updateFulfillment(tx, row.id, change);
  return { ...row, ...change };
}

function refusePacked({ status }: Fulfillment): void {
  if (status === 'pending') return;
  throw conflict(
    'ORDER_PACKED',
    'The store is packing this order, so it cannot be cancelled here.',
    {
      status,
    },
  );
}

/** Refuses parts of an order that is not paid. */
function refuseParts(sale: Sale): void {
  if (sale.completed_at === null || !isLive(sale.status)) {
    throw conflict('INVALID_STATE', `The order is ${sale.status}; cancel all of it.`, {
      transaction_status: sale.status,
    });
  }
}

/** Refuses items that have left or were never sold. */
function refuseItems(
  items: readonly Item[],
  open: readonly Item[],
  units: ReadonlyMap<string, Unit>,
): void {
  const left = new Map(open.map(item => [item.sku, item.quantity]));
  const index = mergeItems(items).findIndex(item => item.quantity > (left.get(item.sku) ?? 0));
  if (index < 0) return;
  const { sku = '' } = mergeItems(items)[index] ?? {};
  const most = shownQuantity(left.get(sku) ?? 0, units.get(sku) ?? 'piece');
  const message = `Only ${most} of ${sku} can still be cancelled.`;
  const at = `items.${items.findIndex(item => item.sku === sku)}.quantity`;
  throw new Failure('invalid', 'CANCELS_MORE_THAN_LEFT', `${at}: ${message}`, {
    fields: { [at]: [message] },
  });
}
