import type { Tx } from '../../platform/database/tx.js';
import type { OrderActor } from '../access/index.js';
import type { Sale } from '../transactions/index.js';
import { settleReturn } from './complete-return.js';
import { type ReturnRow, withholdRefund } from './repository.js';
import { takeIn } from './take-in.js';
import { writeReturn } from './write-return.js';

export type CancelledGoods = {
  /** Locked by the caller. */
  sale: Sale;
  lines: readonly { lineId: string; quantity: number }[];
  reason: string;
  refund: boolean;
  restock: boolean;
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
  now: Date;
};

/**
 * Takes back units that never left the store, as a return that is completed at once: refunds and
 * stock follow the same arithmetic as goods that the customer brings back, so cancels and returns of
 * one sale add up to the cent. Returns the refunds that the caller finishes after the commit.
 */
export async function cancelGoods(
  tx: Tx,
  caller: OrderActor,
  goods: CancelledGoods,
): Promise<{ row: ReturnRow; waiting: string[] }> {
  const { sale, now } = goods;
  const { id } = await writeReturn(
    tx,
    caller,
    sale,
    {
      return_reason: 'cancelled',
      notes: goods.reason,
      inSteps: true,
      line_items: goods.lines.map(({ lineId, quantity }) => ({
        original_line_item: lineId,
        quantity,
      })),
    },
    now,
  );
  if (!goods.refund) await withholdRefund(tx, id);
  await takeIn(tx, caller, id, now);
  const completion = {
    refundTo: 'original' as const,
    restock: goods.restock,
    approvalRequestId: goods.approvalRequestId,
    shiftId: goods.shiftId,
  };
  return settleReturn(tx, caller, id, completion, now);
}
