import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import {
  createReturn,
  refundsOfReturns,
  returnableSale,
  settleReturn,
  takeIn,
} from '../../returns/index.js';
import { shiftPlaceAt } from '../../shifts/index.js';
import { linesOf } from '../../transactions/index.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { requireDrawer } from './require-drawer.js';
import { ReturnData } from './schemas.js';

type Data = Static<typeof ReturnData>;

const check = dataCheck(ReturnData);

/**
 * Takes goods back and pays the customer, as a till does it with the printed receipt. The policy of
 * the store decides: without the right or an approval the entry is held.
 */
export function applyReturn<T>(work: Work, write: Write<T>): Promise<T> {
  const data = check(work.data);
  return write(tx => book(tx, work, data));
}

async function book(tx: Tx, { caller, at }: Work, data: Data): Promise<Applied> {
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
    // A shift that opened since then has not paid this cash.
    shiftId: place.kind === 'open' ? place.shiftId : null,
  };
  const { waiting } = await settleReturn(tx, caller, opened.id, completion, at);
  const refunds = await refundsOfReturns(tx, [opened.id]);
  return {
    flags: [],
    sale: { id: sale.id, number: sale.transaction_number },
    records: refunds.map(({ id }) => ({ kind: 'refund', id })),
    waiting,
  };
}

/** A till that is apart from the service knows the positions on its receipt, not the ids of lines. */
async function linesIn(tx: Tx, saleId: string, { line_items }: Data) {
  const lines = await linesOf(tx, saleId);
  return line_items.map(({ line, original_line_item, ...item }, index) => {
    const id = original_line_item ?? lines.find(({ position }) => position === line)?.id;
    if (id !== undefined) return { ...item, original_line_item: id };
    throw invalidField(`line_items.${index}.line`, 'The sale has no such line.');
  });
}
