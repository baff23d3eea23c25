import type { Tx } from '../../platform/database/tx.js';
import { conflict, Failure, type FieldErrors } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { lockVariantCosts, saveVariant } from '../catalog/index.js';
import { receive, stockInAllStores, variantIdsOf } from '../inventory/index.js';
import { orderSaved } from './events.js';
import { holdOrder, visibleOrder } from './find-order.js';
import { insertReceipt, type Line, type Order, type Receipt, updateOrder } from './repository.js';
import { averageCost, outstandingOf, refuseAction, refuseReceipt, statusOf } from './rules.js';
import type { ReceiptInput } from './schemas.js';

type Came = { line: Line; lineId: string; quantity: number; unitCost: string };

/**
 * Takes goods of an order into stock. The order is held, so of two people who book the same
 * delivery the second finds it booked; under the number of a delivery note it counts once, however
 * often it is sent.
 */
export async function receiveOrder(
  tx: Tx,
  caller: Staff,
  ref: string,
  input: ReceiptInput,
  now: Date,
): Promise<Order> {
  const order = await holdOrder(tx, caller, ref);
  const known = order.receipts.find(({ receipt_number: n }) => n === input.receipt_number);
  if (known) return repeated(tx, order, known, input);
  const refusedMove = refuseAction(order.status, 'receive');
  if (refusedMove) throw refusedMove;
  const came = await cameOf(tx, order, input);
  const refused = refuseReceipt(order.lines, came);
  if (refused) throw refused;

  const id = newId();
  const number = input.receipt_number ?? freeNumber(order);
  await insertReceipt(tx, {
    id,
    orderId: order.id,
    number,
    notes: input.notes ?? '',
    receivedBy: caller.userId,
    receivedAt: now,
    lines: came,
  });
  await updateCosts(tx, came);
  await receive(tx, {
    reference: id,
    storeId: order.store_id,
    lines: came.map(({ line, quantity }) => ({ variantId: line.variant_id, quantity })),
    actorId: caller.userId,
    reason: `${order.po_number} ${number}`,
  });
  return moveOn(tx, caller, order, now);
}

/** The rest of the order follows from its lines. */
async function moveOn(tx: Tx, caller: Staff, order: Order, now: Date): Promise<Order> {
  const { lines } = await visibleOrder(tx, caller, order.id);
  const status = statusOf(lines);
  await updateOrder(tx, order.id, { status, ...(status === 'received' && { received_at: now }) });
  const received = await visibleOrder(tx, caller, order.id);
  await record(tx, orderSaved(received));
  return received;
}

/** A delivery note that was booked before: the same goods are no news, others are a mistake. */
async function repeated(
  tx: Tx,
  order: Order,
  receipt: Receipt,
  input: ReceiptInput,
): Promise<Order> {
  if (input.lines === undefined) return order;
  const came = await cameOf(tx, order, input);
  const booked = new Map(receipt.lines.map(line => [line.line_id, line.quantity]));
  const isSame =
    came.length === booked.size &&
    came.every(({ lineId, quantity }) => booked.get(lineId) === quantity);
  if (isSame) return order;
  throw conflict('RECEIPT_MISMATCH', 'This delivery note was booked before, with other goods.');
}

/** What has come, by the lines of the order; without a list everything that was still to come. */
async function cameOf(tx: Tx, order: Order, input: ReceiptInput): Promise<Came[]> {
  if (input.lines === undefined) {
    return order.lines
      .map(line => cameAs(line, outstandingOf(line), line.unit_cost))
      .filter(({ quantity }) => quantity > 0);
  }
  const ids = await variantIdsOf(tx, input.lines, index => `lines.${index}.`);
  const lines = new Map(order.lines.map(line => [line.variant_id, line]));
  const fields: FieldErrors = {};
  const came = input.lines.flatMap(({ quantity, unit_cost: cost }, index) => {
    const id = ids[index] ?? '';
    const line = lines.get(id);
    if (line === undefined) fields[`lines.${index}`] = ['These goods are not in the order.'];
    else if (ids.indexOf(id) < index) fields[`lines.${index}`] = ['These goods are named twice.'];
    const unitCost = cost === undefined ? line?.unit_cost : formatMoney(minor(cost));
    return line === undefined ? [] : [cameAs(line, quantity, unitCost ?? line.unit_cost)];
  });
  const [first] = Object.entries(fields);
  if (first === undefined) return came;
  throw new Failure('invalid', 'UNKNOWN_LINE', `${first[0]}: ${first[1][0]}`, { fields });
}

const cameAs = (line: Line, quantity: number, unitCost: string): Came => ({
  line,
  lineId: line.id,
  quantity,
  unitCost,
});

/** The cost of a variant is one for all stores, so it is averaged over the stock of all. */
async function updateCosts(tx: Tx, came: readonly Came[]): Promise<void> {
  const ids = came.map(({ line }) => line.variant_id);
  const costs = new Map((await lockVariantCosts(tx, ids)).map(({ id, cost }) => [id, cost]));
  const stock = await stockInAllStores(tx, ids);
  for (const { line, quantity, unitCost } of came) {
    const before = costs.get(line.variant_id) ?? null;
    const costMinor = before === null ? null : minor(before);
    const there = { quantity: stock.get(line.variant_id) ?? 0, costMinor };
    const cost = formatMoney(averageCost(there, { quantity, costMinor: minor(unitCost) }));
    if (cost !== before) await saveVariant(tx, line.variant_id, { cost });
  }
}

/** `R-1`, `R-2`, … past whatever numbers the vendor's notes have. */
function freeNumber({ receipts }: Order): string {
  const taken = new Set(receipts.map(receipt => receipt.receipt_number));
  let n = receipts.length + 1;
  while (taken.has(`R-${n}`)) n += 1;
  return `R-${n}`;
}
