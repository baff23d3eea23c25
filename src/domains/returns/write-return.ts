import type { Reader, Tx } from '../../platform/database/tx.js';
import {
  type Failure,
  type FieldErrors,
  invalidFields,
  refuseFields,
} from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import type { OrderActor } from '../access/index.js';
import { commitReservation, salePurpose, sellAtCounter } from '../inventory/index.js';
import {
  countReturned,
  isLayaway,
  linesOf,
  quantitiesOf,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';
import { returnCreated } from './events.js';
import { insertReturn, type ReturnRow, returnBy } from './repository.js';
import { valueOfGoods } from './value-of-goods.js';

/** The returned units of a sale, and why they come back. */
export type ReturnLines = {
  return_reason: string;
  notes?: string;
  /** The store where the goods are; default: that of the sale. */
  storeId?: string;
  /** The quantities are steps already. */
  inSteps?: boolean;
  /** Quantities as people write them, such as 0.25 of a line in kg. */
  line_items: { original_line_item: string; quantity: number | string; reason?: string }[];
};

/** Writes a pending return of a locked sale with the amounts that its lines are worth. */
export async function writeReturn(
  tx: Tx,
  caller: OrderActor,
  sale: Sale,
  input: ReturnLines,
  now: Date,
): Promise<ReturnRow> {
  const { lines, quantities, value } = await valueReturn(tx, sale, input);
  await ensureStockOut(tx, sale, lines);
  const id = newId(now);
  const returned = input.line_items.map((item, index) => ({
    line_id: item.original_line_item.toLowerCase(),
    quantity: quantities[index] ?? 0,
    reason: item.reason ?? input.return_reason,
    refund_amount: formatMoney(
      value.lines.get(item.original_line_item.toLowerCase()) ?? 0,
      sale.currency,
    ),
  }));
  await insertReturn(
    tx,
    {
      id,
      transaction_id: sale.id,
      store_id: input.storeId ?? sale.store_id,
      return_reason: input.return_reason,
      notes: input.notes ?? '',
      refund_amount: formatMoney(value.refundMinor, sale.currency),
      shipping_refund: formatMoney(value.shippingMinor, sale.currency),
      requested_by: caller.userId,
      created_at: now,
      updated_at: now,
    },
    now.getUTCFullYear(),
    returned,
  );
  await countReturned(tx, sale.id, returned, 1);
  const row = await returnBy(tx, 'id', id);
  if (row === undefined) throw new Error('a new return cannot be read');
  await record(tx, returnCreated(row, caller.till?.terminalId));
  return row;
}

/** What the returned lines are worth now; throws if they are not of the sale, or too many. */
export async function valueReturn(
  reader: Reader,
  sale: Sale,
  input: Pick<ReturnLines, 'line_items' | 'inSteps'>,
  /** An open return whose goods these are. */
  except?: string,
) {
  const lines = await linesOf(reader, sale.id);
  const quantities = input.inSteps
    ? input.line_items.map(item => Number(item.quantity))
    : quantitiesOf(input.line_items, soldLines(input, lines));
  refuseLines(input, lines);
  const value = await valueOfGoods(
    reader,
    sale,
    lines,
    input.line_items.map((item, index) => ({
      key: item.original_line_item.toLowerCase(),
      quantity: quantities[index] ?? 0,
    })),
    except,
  );
  if (!value.ok) throw exceedsSale(input, lines, value.problems);
  return { lines, quantities, value };
}

type Lines = Pick<ReturnLines, 'line_items'>;

/** Reports all lines of other sales and all repeated lines in one error. */
function refuseLines(input: Lines, lines: readonly SaleLine[]): void {
  const sold = new Set(lines.map(line => line.id));
  const seen = new Set<string>();
  const fields: FieldErrors = {};
  let code = '';
  input.line_items.forEach(({ original_line_item }, index) => {
    const id = original_line_item.toLowerCase();
    const isRepeated = seen.has(id);
    seen.add(id);
    if (sold.has(id) && !isRepeated) return;
    code ||= isRepeated ? 'DUPLICATE_LINE' : 'UNKNOWN_LINE';
    fields[`line_items.${index}.original_line_item`] = [
      isRepeated ? 'This line is named twice.' : 'This is not a line of the sale.',
    ];
  });
  refuseFields(fields, code);
}

/** The line of the sale that each returned line names. */
const soldLines = (input: Lines, lines: readonly SaleLine[]) =>
  input.line_items.map(item =>
    lines.find(line => line.id === item.original_line_item.toLowerCase()),
  );

function exceedsSale(
  input: Lines,
  lines: readonly SaleLine[],
  problems: readonly { key: string; leftQuantity: number }[],
): Failure {
  const left = new Map(problems.map(problem => [problem.key, problem.leftQuantity]));
  const fields: FieldErrors = {};
  const sold = soldLines(input, lines);
  input.line_items.forEach(({ original_line_item }, index) => {
    const steps = left.get(original_line_item.toLowerCase());
    if (steps === undefined) return;
    const quantity = shownQuantity(steps, sold[index]?.unit ?? 'piece');
    fields[`line_items.${index}.quantity`] = [
      quantity === 0
        ? 'All units of this line are returned already.'
        : `Only ${quantity} of this line can still be returned.`,
    ];
  });
  return invalidFields(fields, 'RETURN_EXCEEDS_SALE');
}

/**
 * Posts the stock movement of the sale if its consumer has not done so yet. Otherwise a concurrent
 * void would treat the goods as never sold.
 */
async function ensureStockOut(tx: Tx, sale: Sale, lines: readonly SaleLine[]): Promise<void> {
  if (sale.source_system === 'web_commerce' || isLayaway(sale)) {
    const reference = sale.id;
    await commitReservation(tx, salePurpose(reference), {
      kind: 'sale',
      reference,
      customerHasGoods: true,
    });
    return;
  }
  await sellAtCounter(tx, [
    {
      reference: sale.id,
      storeId: sale.store_id,
      terminalId: sale.terminal_id,
      actorId: sale.employee_id,
      lines: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
    },
  ]);
}
