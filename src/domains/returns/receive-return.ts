import type { Tx } from '../../platform/database/tx.js';
import { type FieldErrors, invalidField, refuseFields } from '../../platform/http/failure.js';
import { formatMoney } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { countReturned, linesOf, quantitiesOf, type Sale } from '../transactions/index.js';
import { returnUpdated } from './events.js';
import { lockReturn, refuseVoided } from './lock-return.js';
import { moveReturn } from './move-return.js';
import {
  linesOfReturns,
  type ReturnLine,
  type ReturnRow,
  replaceLines,
  returnBy,
  updateReturn,
} from './repository.js';
import { valueOfGoods } from './value-of-goods.js';
import { writeReturn } from './write-return.js';

export type Receipt = {
  /** What arrived; lines that are not named did not. */
  line_items: { original_line_item: string; quantity: number | string }[];
  /** What happens to the rest: another return waits for it, or the customer keeps it. */
  rest: 'announced' | 'closed';
};

type Line = { line: ReturnLine; arrived: number };

/**
 * Receives the goods of a return. If fewer arrive than were announced, the return shrinks to them,
 * so that it refunds and restocks only those. The rest becomes a return of its own, or its units
 * can be announced again.
 */
export async function receiveReturn(
  tx: Tx,
  caller: Staff,
  ref: string,
  receipt: Receipt | undefined,
  now: Date,
): Promise<ReturnRow> {
  if (receipt === undefined) return moveReturn(tx, caller, ref, 'receive', now);
  const { row, sale } = await lockReturn(tx, caller, ref, 'receive');
  refuseVoided(sale);
  const lines = arrivedLines(await linesOfReturns(tx, [row.id]), receipt);
  if (lines.every(({ line, arrived }) => arrived === line.quantity)) {
    return moveReturn(tx, caller, row.id, 'receive', now);
  }
  await shrink(tx, row, sale, lines, now);
  const rest =
    receipt.rest === 'closed' ? null : await announceRest(tx, caller, row, sale, lines, now);
  const change = {
    announced: JSON.stringify(
      lines.map(({ line }) => ({
        original_line_item: line.line_id,
        quantity: shownQuantity(line.quantity, line.unit),
      })),
    ),
    rest_return_id: rest?.id ?? null,
  };
  await updateReturn(tx, row.id, change);
  const received = await returnBy(tx, 'id', row.id);
  if (received === undefined) throw new Error('a received return cannot be read');
  await record(tx, returnUpdated(received, caller.till?.terminalId ?? null));
  return received;
}

function arrivedLines(lines: readonly ReturnLine[], { line_items }: Receipt): Line[] {
  const named = line_items.map(item =>
    lines.find(line => line.line_id === item.original_line_item.toLowerCase()),
  );
  const quantities = quantitiesOf(line_items, named);
  const fields: FieldErrors = {};
  let code = '';
  const refuse = (index: number, field: string, problem: string, message: string): void => {
    code ||= problem;
    fields[`line_items.${index}.${field}`] = [message];
  };
  named.forEach((line, index) => {
    const at = 'original_line_item';
    if (line === undefined) {
      refuse(index, at, 'UNKNOWN_LINE', 'This is not a line of the return.');
    } else if (named.indexOf(line) < index) {
      refuse(index, at, 'DUPLICATE_LINE', 'This line is named twice.');
    } else if ((quantities[index] ?? 0) > line.quantity) {
      const most = shownQuantity(line.quantity, line.unit);
      refuse(index, 'quantity', 'RETURN_EXCEEDS_SALE', `Only ${most} were announced.`);
    }
  });
  refuseFields(fields, code);
  const arrived = lines.map(line => ({ line, arrived: quantities[named.indexOf(line)] ?? 0 }));
  if (arrived.some(one => one.arrived > 0)) return arrived;
  throw invalidField('line_items', 'Nothing arrived; cancel the return instead.');
}

/** Values the goods that arrived as if only they had been announced. */
async function shrink(
  tx: Tx,
  row: ReturnRow,
  sale: Sale,
  lines: readonly Line[],
  now: Date,
): Promise<void> {
  await countReturned(
    tx,
    sale.id,
    lines.map(({ line }) => line),
    -1,
  );
  // A cancelled return counts neither units nor money while its own value is computed.
  await updateReturn(tx, row.id, { status: 'cancelled' });
  const kept = lines.filter(({ arrived }) => arrived > 0);
  const value = await valueOfGoods(
    tx,
    sale,
    await linesOf(tx, sale.id),
    kept.map(({ line, arrived }) => ({ key: line.line_id, quantity: arrived })),
  );
  if (!value.ok) throw new Error('announced goods exceed their sale');
  const arrived = kept.map(one => ({
    line_id: one.line.line_id,
    quantity: one.arrived,
    reason: one.line.reason,
    refund_amount: formatMoney(value.lines.get(one.line.line_id) ?? 0, sale.currency),
  }));
  await replaceLines(tx, row, arrived);
  await countReturned(tx, sale.id, arrived, 1);
  await updateReturn(tx, row.id, {
    status: 'received',
    refund_amount: formatMoney(value.refundMinor, sale.currency),
    shipping_refund: formatMoney(value.shippingMinor, sale.currency),
    received_at: now,
    updated_at: now,
  });
}

/** The rest was approved with the first part, so it waits to be received. */
async function announceRest(
  tx: Tx,
  caller: Staff,
  row: ReturnRow,
  sale: Sale,
  lines: readonly Line[],
  now: Date,
): Promise<ReturnRow> {
  const rest = await writeReturn(
    tx,
    caller,
    sale,
    {
      return_reason: row.return_reason,
      notes: row.notes,
      storeId: row.store_id,
      inSteps: true,
      line_items: lines
        .filter(({ line, arrived }) => arrived < line.quantity)
        .map(({ line, arrived }) => ({
          original_line_item: line.line_id,
          quantity: line.quantity - arrived,
          reason: line.reason,
        })),
    },
    now,
  );
  await updateReturn(tx, rest.id, {
    status: 'approved',
    requested_by: row.requested_by,
    requested_online: row.requested_online,
    // The customer knows the decision already.
    mailed_status: row.mailed_status,
    decided_by: row.decided_by,
    decided_at: row.decided_at,
  });
  return rest;
}
