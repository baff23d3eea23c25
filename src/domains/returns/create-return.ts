import type { Tx } from '../../platform/database/tx.js';
import { Failure, type FieldErrors, invalidField } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { commitReservation, salePurpose, sellAtCounter } from '../inventory/index.js';
import { paymentsOfTransaction, refundsOfTransaction } from '../payments/index.js';
import {
  countReturned,
  findSale,
  linesOf,
  lockSale,
  parseSaleRef,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';
import { returnCreated } from './events.js';
import { earlierReturns, insertReturn, type ReturnRow, returnBy } from './repository.js';
import { isReturnable, type ReturnValue, refundableOf, totalOf, valueOfReturn } from './rules.js';

export type ReturnInput = {
  transaction: string;
  return_reason: string;
  notes?: string;
  line_items: { original_line_item: string; quantity: number; reason?: string }[];
};

/**
 * Opens a return for one sale. The sale is locked while earlier returns are counted, so two
 * concurrent returns cannot both take the last unit.
 */
export async function createReturn(
  tx: Tx,
  caller: Staff,
  input: ReturnInput,
  now: Date,
): Promise<ReturnRow> {
  const sale = await lockReturnableSale(tx, caller, input.transaction);
  const lines = await linesOf(tx, sale.id);
  refuseLines(input, lines);
  const value = await computeValue(tx, sale, lines, input);
  if (!value.ok) throw exceedsSale(input, value.problems);
  await ensureStockOut(tx, sale, lines);
  const id = newId(now);
  const returned = input.line_items.map(item => ({
    line_id: item.original_line_item.toLowerCase(),
    quantity: item.quantity,
    reason: item.reason ?? input.return_reason,
    refund_amount: formatMoney(value.lines.get(item.original_line_item.toLowerCase()) ?? 0),
  }));
  await insertReturn(
    tx,
    {
      id,
      transaction_id: sale.id,
      store_id: sale.store_id,
      return_reason: input.return_reason,
      notes: input.notes ?? '',
      refund_amount: formatMoney(value.refundMinor),
      shipping_refund: formatMoney(value.shippingMinor),
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

async function lockReturnableSale(tx: Tx, caller: Staff, text: string): Promise<Sale> {
  const ref = parseSaleRef(text);
  const found = ref && (await findSale(tx, ref));
  const sale = found && maySee(caller, found.store_id) ? await lockSale(tx, found.id) : undefined;
  if (sale === undefined) throw invalidField('transaction', 'There is no such transaction.');
  if (!isReturnable(sale.status)) {
    const message = `Goods of a sale that is ${sale.status} cannot be returned.`;
    throw invalidField('transaction', message, 'NOT_RETURNABLE');
  }
  return sale;
}

/** Reports all lines of other sales and all repeated lines in one error. */
function refuseLines(input: ReturnInput, lines: readonly SaleLine[]): void {
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
  if (code !== '') throw refused(code, fields);
}

async function computeValue(
  tx: Tx,
  sale: Sale,
  lines: readonly SaleLine[],
  input: ReturnInput,
): Promise<ReturnValue> {
  const earlier = await earlierReturns(tx, sale.id);
  const payments = await paymentsOfTransaction(tx, sale.id);
  const refunds = await refundsOfTransaction(tx, sale.id);
  return valueOfReturn({
    lines: lines.map(line => ({
      key: line.id,
      quantity: line.quantity,
      netMinor: minor(line.subtotal) - minor(line.discount),
      taxMinor: minor(line.tax),
    })),
    totalMinor: minor(sale.total_amount),
    earlier: new Map(
      earlier.lines.map(({ line_id, quantity, refunded }) => [
        line_id,
        { quantity, refundedMinor: minor(refunded) },
      ]),
    ),
    earlierShippingMinor: minor(earlier.shipping),
    returning: input.line_items.map(item => ({
      key: item.original_line_item.toLowerCase(),
      quantity: item.quantity,
    })),
    leftMinor: totalOf(refundableOf(payments, refunds)) - minor(earlier.promised),
  });
}

function exceedsSale(
  input: ReturnInput,
  problems: readonly { key: string; leftQuantity: number }[],
): Failure {
  const left = new Map(problems.map(problem => [problem.key, problem.leftQuantity]));
  const fields: FieldErrors = {};
  input.line_items.forEach(({ original_line_item }, index) => {
    const quantity = left.get(original_line_item.toLowerCase());
    if (quantity === undefined) return;
    fields[`line_items.${index}.quantity`] = [
      quantity === 0
        ? 'All units of this line are returned already.'
        : `Only ${quantity} of this line can still be returned.`,
    ];
  });
  return refused('RETURN_EXCEEDS_SALE', fields);
}

const refused = (code: string, fields: FieldErrors): Failure => {
  const [first] = Object.entries(fields);
  const message = first === undefined ? '' : `${first[0]}: ${first[1][0]}`;
  return new Failure('invalid', code, message, { fields });
};

/**
 * Posts the stock movement of the sale if its consumer has not done so yet. Otherwise a concurrent
 * void would treat the goods as never sold.
 */
async function ensureStockOut(tx: Tx, sale: Sale, lines: readonly SaleLine[]): Promise<void> {
  if (sale.source_system === 'web_commerce') {
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
