import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import {
  presentRefundRecord,
  type RefundWithCode,
  refundsOfTransaction,
} from '../payments/index.js';
import { refundsOfReturns } from '../returns/index.js';
import type { SaleLine } from '../transactions/index.js';
import { presentFulfillment, presentQuantities } from './present.js';
import { type Fulfillment, fulfillmentById } from './repository.js';
import { type Item, refundedOf } from './rules.js';

export type Cancellation = {
  row: Fulfillment;
  items: readonly Item[];
  /** All lines of the sale. */
  lines: readonly SaleLine[];
  /** The return that took the goods back. */
  returnId: string | null;
  /** The order was not paid in full, so that the sale ended with its delivery. */
  hasEndedSale: boolean;
};

export async function refundsOfCancellation(
  reader: Reader,
  { row, returnId, hasEndedSale }: Cancellation,
): Promise<RefundWithCode[]> {
  if (returnId !== null) return refundsOfReturns(reader, [returnId]);
  if (!hasEndedSale) return [];
  const refunds = await refundsOfTransaction(reader, row.transaction_id);
  return refunds.filter(refund => refund.cause === 'void');
}

/** The fulfillment after a cancel, with what was taken back and refunded. */
export async function presentCancellation(
  reader: Reader,
  cancellation: Cancellation,
  showsCodes: boolean,
) {
  const { row, items, lines, returnId } = cancellation;
  const current = (await fulfillmentById(reader, row.id)) ?? row;
  const refunds = await refundsOfCancellation(reader, cancellation);
  return {
    ...(await presentFulfillment(reader, current)),
    cancelled_items: presentQuantities(items, lines),
    refund_amount: formatMoney(refundedOf(refunds, row.currency), row.currency),
    refunds: refunds.map(refund => presentRefundRecord(refund, showsCodes)),
    return_id: returnId,
    transaction_status: current.sale_status,
  };
}
