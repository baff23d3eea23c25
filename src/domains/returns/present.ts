import type { Reader } from '../../platform/database/tx.js';
import { formatMoney, minor, sumOf } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import { presentRefundRecord, type RefundWithCode } from '../payments/index.js';
import { creditsOfReturns, maskedCode, type StoreCredit } from '../stored-value/index.js';
import { namesOfLine } from '../transactions/index.js';
import { linesOfReturns, type ReturnLine, type ReturnRow, refundsOfReturns } from './repository.js';
import { unitsOf } from './rules.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export type ShownReturn = ReturnType<typeof shown> & { counted_units?: number };

/** The units of a return that a list counts: of all products or of one. */
type Counted = { productId?: number };

/** Loads lines, refunds and credits of all returns with three queries. */
export async function presentReturns(
  reader: Reader,
  rows: readonly ReturnRow[],
  showsCodes: boolean,
  counted?: Counted,
): Promise<ShownReturn[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(row => row.id);
  const lines = await linesOfReturns(reader, ids);
  const refunds = await refundsOfReturns(reader, ids);
  const credits = await creditsOfReturns(reader, ids);
  return rows.map(row => {
    const own = lines.filter(line => line.return_id === row.id);
    const one = shown(
      row,
      own,
      refunds.filter(refund => refund.return_id === row.id),
      credits.find(credit => credit.return_id === row.id),
      showsCodes,
    );
    return counted === undefined ? one : { ...one, counted_units: countedUnits(own, counted) };
  });
}

const countedUnits = (lines: readonly ReturnLine[], { productId }: Counted): number =>
  lines
    .filter(line => productId === undefined || line.product_id === productId)
    .reduce((sum, line) => sum + unitsOf(line), 0);

export async function presentReturn(
  reader: Reader,
  row: ReturnRow,
  showsCode = false,
): Promise<ShownReturn> {
  const [only] = await presentReturns(reader, [row], showsCode);
  if (only === undefined) throw new Error('presenting a return failed');
  return only;
}

const shown = (
  row: ReturnRow,
  lines: readonly ReturnLine[],
  refunds: readonly RefundWithCode[],
  credit: StoreCredit | undefined,
  showsCode: boolean,
) => ({
  id: row.id,
  return_number: row.return_number,
  transaction: row.transaction_number,
  exchange_transaction: row.exchange_number,
  rest_return: row.rest_number,
  announced_items: row.announced,
  store: row.store_id,
  status: row.status,
  return_reason: row.return_reason,
  requested_online: row.requested_online,
  notes: row.notes,
  decision_note: row.decision_note,
  refund_amount: row.refund_amount,
  shipping_refund: row.shipping_refund,
  total_return_value: formatMoney(paidOut(refunds, credit, row.currency), row.currency),
  refund_to: row.refund_to,
  restock: row.restock,
  line_items: lines.map(line => ({
    original_line_item: line.line_id,
    product_variant_id: line.variant_id,
    sku: line.sku,
    name: line.name,
    ...presentGoods(namesOfLine(line)),
    quantity: shownQuantity(line.quantity, line.unit),
    unit: line.unit,
    reason: line.reason,
    refund_amount: line.refund_amount,
  })),
  refunds: refunds.map(refund => presentRefundRecord(refund, showsCode)),
  store_credit:
    credit === undefined
      ? null
      : {
          id: credit.id,
          // Anyone who knows the code can spend the credit.
          code: showsCode ? credit.code : maskedCode(credit.code),
          amount: credit.amount,
          balance: credit.balance,
          currency: credit.currency,
          created_at: credit.created_at.toISOString(),
        },
  requested_by: row.requested_by,
  decided_by: row.decided_by,
  terminal_id: row.terminal_id,
  decided_at: time(row.decided_at),
  received_at: time(row.received_at),
  completed_at: time(row.completed_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** A payout as store credit is a refund as well; it counts once, as the credit. */
function paidOut(
  refunds: readonly RefundWithCode[],
  credit: StoreCredit | undefined,
  currency: string,
): number {
  const paid = refunds.filter(
    refund => refund.status === 'succeeded' && refund.refund_to !== 'store_credit',
  );
  return sumOf([
    ...paid.map(refund => minor(refund.amount, currency)),
    minor(credit?.amount ?? '0', currency),
  ]);
}
