import type { Tx } from '../../platform/database/tx.js';
import { conflict, type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { lockVariantCosts, saveVariant } from '../catalog/index.js';
import { receive, stepsOfField, stockInAllStores, variantsOfRefs } from '../inventory/index.js';
import { orderSaved } from './events.js';
import { lockVisibleOrder, visibleOrder } from './find-order.js';
import { insertReceipt, type Line, type Order, type Receipt, updateOrder } from './repository.js';
import { averageCost, outstandingOf, refuseAction, refuseReceipt, statusOf } from './rules.js';
import type { ReceiptInput } from './schemas.js';

type ReceivedLine = { line: Line; lineId: string; quantity: number; unitCost: string };

/**
 * Receives goods of an order into stock. The lock on the order serialises concurrent receipts, and
 * a repeated delivery note number does not receive the goods again.
 */
export async function receiveOrder(
  tx: Tx,
  caller: Staff,
  ref: string,
  input: ReceiptInput,
  now: Date,
): Promise<Order> {
  const order = await lockVisibleOrder(tx, caller, ref);
  const known = order.receipts.find(({ receipt_number: n }) => n === input.receipt_number);
  if (known) return checkRepeated(tx, order, known, input);
  const wrongState = refuseAction(order.status, 'receive');
  if (wrongState) throw wrongState;
  const received = await receivedLines(tx, order, input);
  const overReceipt = refuseReceipt(order.lines, received);
  if (overReceipt) throw overReceipt;

  const id = newId();
  const number = input.receipt_number ?? freeNumber(order);
  await insertReceipt(tx, {
    id,
    orderId: order.id,
    number,
    notes: input.notes ?? '',
    receivedBy: caller.userId,
    receivedAt: now,
    lines: received,
  });
  await updateCosts(tx, received, order.currency);
  await receive(tx, {
    reference: id,
    storeId: order.store_id,
    lines: received.map(({ line, quantity }) => ({ variantId: line.variant_id, quantity })),
    actorId: caller.userId,
    reason: `${order.po_number} ${number}`,
  });
  return updateStatus(tx, caller, order, now);
}

/** Derives the status from the received quantities, which `insertReceipt` has updated. */
async function updateStatus(tx: Tx, caller: Staff, order: Order, now: Date): Promise<Order> {
  const { lines } = await visibleOrder(tx, caller, order.id);
  const status = statusOf(lines);
  await updateOrder(tx, order.id, { status, ...(status === 'received' && { received_at: now }) });
  const received = await visibleOrder(tx, caller, order.id);
  await record(tx, orderSaved(received));
  return received;
}

/** Handles a delivery note that was received before: same goods are a retry, others an error. */
async function checkRepeated(
  tx: Tx,
  order: Order,
  receipt: Receipt,
  input: ReceiptInput,
): Promise<Order> {
  if (input.lines === undefined) return order;
  const received = await receivedLines(tx, order, input);
  const booked = new Map(receipt.lines.map(line => [line.line_id, line.quantity]));
  const isSame =
    received.length === booked.size &&
    received.every(({ lineId, quantity }) => booked.get(lineId) === quantity);
  if (isSame) return order;
  throw conflict('RECEIPT_MISMATCH', 'This delivery note was already received with other goods.');
}

/** Matches the received lines to the order; without lines, everything outstanding. */
async function receivedLines(tx: Tx, order: Order, input: ReceiptInput): Promise<ReceivedLine[]> {
  if (input.lines === undefined) {
    return order.lines
      .map(line => toReceivedLine(line, outstandingOf(line), line.unit_cost))
      .filter(({ quantity }) => quantity > 0);
  }
  const variants = await variantsOfRefs(tx, input.lines, index => `lines.${index}.`);
  const ids = variants.map(({ id }) => id);
  const lines = new Map(order.lines.map(line => [line.variant_id, line]));
  const fields: FieldErrors = {};
  const received = input.lines.flatMap(({ quantity, unit_cost: cost }, index) => {
    const id = ids[index] ?? '';
    const line = lines.get(id);
    if (line === undefined) fields[`lines.${index}`] = ['This variant is not in the order.'];
    else if (ids.indexOf(id) < index) fields[`lines.${index}`] = ['This variant is listed twice.'];
    const unitCost =
      cost === undefined
        ? line?.unit_cost
        : formatMoney(minor(cost, order.currency), order.currency);
    if (line === undefined) return [];
    const steps = stepsOfField(`lines.${index}.quantity`, quantity, line.unit);
    return [toReceivedLine(line, steps, unitCost ?? line.unit_cost)];
  });
  refuseFields(fields, 'UNKNOWN_LINE');
  return received;
}

const toReceivedLine = (line: Line, quantity: number, unitCost: string): ReceivedLine => ({
  line,
  lineId: line.id,
  quantity,
  unitCost,
});

/**
 * A variant has one cost for all stores, so the average includes the stock of all stores. Goods
 * bought in another currency than that of the cost leave it as it is.
 */
async function updateCosts(
  tx: Tx,
  received: readonly ReceivedLine[],
  currency: string,
): Promise<void> {
  const ids = received.map(({ line }) => line.variant_id);
  const costs = new Map((await lockVariantCosts(tx, ids)).map(variant => [variant.id, variant]));
  const stock = await stockInAllStores(tx, ids);
  for (const { line, quantity, unitCost } of received) {
    const known = costs.get(line.variant_id);
    const before = known?.cost ?? null;
    if (before !== null && known?.cost_currency !== currency) continue;
    const costMinor = before === null ? null : minor(before, currency);
    const inStock = { quantity: stock.get(line.variant_id) ?? 0, costMinor };
    const cost = formatMoney(
      averageCost(inStock, { quantity, costMinor: minor(unitCost, currency) }),
      currency,
    );
    if (cost !== before) {
      await saveVariant(tx, line.variant_id, { cost, cost_currency: currency });
    }
  }
}

/** `R-1`, `R-2`, …, skipping numbers that are already used. */
function freeNumber({ receipts }: Order): string {
  const taken = new Set(receipts.map(receipt => receipt.receipt_number));
  let n = receipts.length + 1;
  while (taken.has(`R-${n}`)) n += 1;
  return `R-${n}`;
}
