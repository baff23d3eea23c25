import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { formatMoney, type Minor, minor, sumOf } from '../../../platform/money.js';
import { can } from '../../access/index.js';
import type { Refund } from '../../payments/index.js';
import {
  createReturn,
  refundsOfReturns,
  returnableSale,
  settleReturn,
  takeIn,
} from '../../returns/index.js';
import { shiftPlaceAt } from '../../shifts/index.js';
import { findStore } from '../../stores/index.js';
import { linesOf, type Sale } from '../../transactions/index.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { requireDayLimit } from './require-day-limit.js';
import { requireDrawer } from './require-drawer.js';
import { requirePresence } from './require-presence.js';
import { isBeforeSale, lineFor } from './return-rules.js';
import { ReturnData } from './schemas.js';

type Data = Static<typeof ReturnData>;

const check = dataCheck(ReturnData);

/**
 * Takes goods back and pays the customer, as a till does it with the printed receipt. The policy of
 * the store decides: without the right or an approval, and beyond the limit of tills without a
 * connection, the entry is held.
 */
export function applyReturn<T>(work: Work, write: Write<T>): Promise<T> {
  const data = check(work.data);
  return write(tx => book(tx, work, data));
}

async function book(tx: Tx, work: Work, data: Data): Promise<Applied> {
  const { caller, at } = work;
  const place = await shiftPlaceAt(tx, caller.till.terminalId, at);
  await requireDrawer(tx, caller, place);
  const sale = await returnableSale(tx, caller, data.transaction);
  const opened = await createReturn(
    tx,
    caller,
    {
      transaction: sale.transaction_number,
      return_reason: data.return_reason,
      notes: data.notes,
      line_items: await linesIn(tx, sale.id, data),
    },
    at,
  );
  await takeIn(tx, caller, opened.id, at);
  const completion = {
    refundTo: data.refund_to ?? ('original' as const),
    restock: data.restock ?? true,
    approvalRequestId: data.approval_request_id,
    freeMinor: await freeMinorOf(tx, work, data, sale),
    // A shift that opened since then has not paid this cash.
    shiftId: place.kind === 'open' ? place.shiftId : null,
  };
  const { row, waiting } = await settleReturn(tx, caller, opened.id, completion, at);
  const refunds = await refundsOfReturns(tx, [opened.id]);
  requireSame(data, refunds, sale.currency);
  return {
    flags: [],
    sale: { id: sale.id, number: sale.transaction_number },
    records: refunds.map(({ id }) => ({ kind: 'refund', id })),
    waiting,
    noted: {
      recordType: 'returns',
      recordId: row.id,
      action: 'complete',
      fields: {
        return_number: row.return_number,
        transaction: sale.transaction_number,
        status: row.status,
        return_reason: row.return_reason,
        refund_to: completion.refundTo,
        refund_amount: row.refund_amount,
        restock: completion.restock,
      },
    },
  };
}

/** The customer has the cash of a till that had no connection; its store allows so much. */
async function freeMinorOf(
  tx: Tx,
  work: Work,
  { refund_to, refund_amount, approval_request_id }: Data,
  { currency, created_at: soldAt }: Sale,
): Promise<Minor> {
  const { caller, mayRefuse, at } = work;
  if (mayRefuse || refund_to !== 'cash' || refund_amount === undefined) return 0;
  const store = await findStore(tx, caller.till.storeId);
  const limit = store?.offline_return_limit ?? null;
  if (store === undefined || limit === null) return 0;
  // With an approval the limit does not apply; the approval is checked instead.
  if (approval_request_id !== undefined) return 0;
  if (!can(caller, 'refund.issue')) {
    if (isBeforeSale(at, soldAt)) throw beforeSale();
    await requirePresence(tx, { id: caller.userId, is_active: true }, caller.till.terminalId, at);
    await requireDayLimit(tx, work, store, minor(refund_amount, currency));
  }
  return minor(limit, currency);
}

const beforeSale = () =>
  conflict('RETURN_BEFORE_SALE', 'The return has an earlier time than the sale of its goods.');

/** What the till paid is what the goods are worth; otherwise a person looks at it. */
function requireSame(
  { refund_amount }: Data,
  refunds: readonly Pick<Refund, 'amount' | 'rounding'>[],
  currency: string,
): void {
  if (refund_amount === undefined) return;
  const paidMinor = minor(refund_amount, currency);
  const worthMinor = sumOf(
    refunds.map(({ amount, rounding }) => minor(amount, currency) + minor(rounding, currency)),
  );
  if (paidMinor === worthMinor) return;
  const [paid, worth] = [paidMinor, worthMinor].map(amount => formatMoney(amount, currency));
  throw conflict(
    paidMinor > worthMinor ? 'REFUND_TOO_HIGH' : 'SUM_MISMATCH',
    `The till has paid ${paid} back; the goods are worth ${worth}.`,
    { paid, worth },
  );
}

/** An offline till knows positions or articles, not the ids of lines. */
async function linesIn(tx: Tx, saleId: string, { line_items }: Data) {
  const lines = await linesOf(tx, saleId);
  return line_items.map(({ line, sku, original_line_item, ...item }, index) => {
    const id = original_line_item ?? lineFor(lines, { line, sku, quantity: item.quantity })?.id;
    if (id !== undefined) return { ...item, original_line_item: id };
    throw invalidField(`line_items.${index}.line`, 'The sale has no such line.', 'UNKNOWN_LINE');
  });
}
