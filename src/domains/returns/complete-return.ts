import { atomically, type Tx } from '../../platform/database/tx.js';
import type { Reply, Settle } from '../../platform/http/idempotency.js';
import { formatMoney, type Minor, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type OrderActor } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { variantsByIds } from '../catalog/index.js';
import { putBack } from '../inventory/index.js';
import { finishRefunds, lockPayments, refundsOfTransaction } from '../payments/index.js';
import { applyRefunds, isGiftCard, type Sale, takeBackGiftCards } from '../transactions/index.js';
import { returnUpdated } from './events.js';
import { isFreePayout } from './free-payout.js';
import { lockReturn, refuseVoided } from './lock-return.js';
import {
  openRefunds,
  type ReturnDestination,
  refuseUnverified,
  splitMoney,
} from './open-refunds.js';
import { presentReturn, type ShownReturn } from './present.js';
import {
  linesOfReturns,
  type ReturnLine,
  type ReturnRow,
  updateLineAmounts,
  updateReturn,
} from './repository.js';
import { approvalUse, refundableOf, totalOf, within } from './rules.js';

export type Completion = {
  refundTo: ReturnDestination;
  restock: boolean;
  approvalRequestId?: string;
  /** The open shift that pays cash back; null for cash of an earlier time, outside every shift. */
  shiftId?: string | null;
  /** The most cash that is paid back per sale without an approval. */
  freeMinor?: Minor;
  /**
   * Set for an exchange: the price of the new goods. That much of the return becomes a store
   * credit.
   */
  exchangeMinor?: Minor;
};

/**
 * Completes a return: restocks the goods and opens the refunds in one transaction. Then calls the
 * processors without holding a lock. The payments queue retries a refund that fails; the return
 * stays completed.
 */
export async function completeReturn(
  platform: Platform,
  caller: OrderActor,
  ref: string,
  completion: Completion,
  settle: Settle,
): Promise<Reply<ShownReturn>> {
  const { db, clock } = platform;
  const { row, waiting, reply } = await atomically(db, async tx => {
    const done = await settleReturn(tx, caller, ref, completion, clock.now());
    // The answer is stored before the processors are called: after a crash, a repeated request with
    // the same key gets this answer instead of a wrong-state error.
    return { ...done, reply: await settle(tx, 200, await presentReturn(tx, done.row, true)) };
  });
  if (waiting.length === 0) return reply;
  await finishRefunds(platform, waiting);
  return atomically(db, async tx => {
    await applyRefunds(tx, row.transaction_id, clock.now());
    return settle(tx, 200, await presentReturn(tx, row, true));
  });
}

/**
 * Returns the completed return and the ids of refunds that still need the processor. Money that new
 * goods take is no payout, so it needs no approval.
 */
export async function settleReturn(
  tx: Tx,
  caller: OrderActor,
  ref: string,
  completion: Completion,
  now: Date,
): Promise<{ row: ReturnRow; waiting: string[] }> {
  const { row, sale } = await lockReturn(tx, caller, ref, 'complete');
  refuseVoided(sale);
  const lines = await linesOfReturns(tx, [row.id]);
  const payments = await lockPayments(tx, sale.id);
  const refunds = await refundsOfTransaction(tx, sale.id);
  const left = refundableOf(payments, refunds);
  const amounts = await capAmounts(tx, row, lines, totalOf(left), sale.currency);
  const refundMinor = minor(amounts.refund_amount, sale.currency);
  const exchangedMinor = Math.min(refundMinor, completion.exchangeMinor ?? 0);
  const paidOutMinor = refundMinor - exchangedMinor;
  const parts = { exchangedMinor, paidOutMinor };
  const money = await splitMoney(tx, sale, left, parts, completion.refundTo);
  if (refundMinor > 0 && !can(caller, 'refund.issue')) {
    const toPayer = completion.refundTo === 'original' || completion.refundTo === 'gift_card';
    refuseUnverified(payments, [...money.exchanged, ...(toPayer ? [] : money.paidOut)]);
    const { paidOut } = money;
    const payout = { sale, lines, refunds, payments, paidOut, storeId: row.store_id };
    const isFree = await isFreePayout(tx, payout, completion.freeMinor ?? 0, now);
    if (!isFree) await approve(tx, caller, { row, sale }, completion, paidOutMinor, now);
  }
  const waiting = await openRefunds(tx, caller, { row, sale }, money, completion, now);
  if (completion.restock) await restock(tx, caller, { row, sale }, lines);
  const completed = await markCompleted(tx, caller, { ...row, ...amounts }, completion, now);
  await record(tx, returnUpdated(completed, completed.terminal_id));
  await takeBackGiftCards(
    tx,
    sale,
    lines.map(({ line_id, quantity }) => ({ lineId: line_id, quantity })),
    now,
  );
  await applyRefunds(tx, sale.id, now);
  return { row: completed, waiting };
}

const approve = (
  tx: Tx,
  caller: OrderActor,
  { row, sale }: Subject,
  { approvalRequestId }: Completion,
  amountMinor: Minor,
  now: Date,
) =>
  consumeApproval(tx, {
    requestId: approvalRequestId,
    subjects: { refund: { saleId: sale.id }, return: { saleId: sale.id } },
    amountMinor,
    currency: sale.currency,
    storeId: row.store_id,
    usedBy: caller.userId,
    usedFor: approvalUse(row),
    now,
  });

type Amounts = Pick<ReturnRow, 'refund_amount' | 'shipping_refund'>;

/** Lowers the amounts of the return if manual refunds have left less on the payments. */
async function capAmounts(
  tx: Tx,
  row: ReturnRow,
  lines: readonly ReturnLine[],
  leftMinor: Minor,
  currency: string,
): Promise<Amounts> {
  if (minor(row.refund_amount, currency) <= leftMinor) return row;
  const promised = [...lines.map(line => line.refund_amount), row.shipping_refund].map(amount =>
    minor(amount, currency),
  );
  const parts = within(leftMinor, promised).map(part => formatMoney(part, currency));
  const amounts = lines.map(({ line_id }, index) => ({ line_id, amount: parts[index] ?? '0.00' }));
  await updateLineAmounts(tx, row.id, amounts);
  return {
    refund_amount: formatMoney(leftMinor, currency),
    shipping_refund: parts[lines.length] ?? '0.00',
  };
}

type Subject = { row: ReturnRow; sale: Sale };

/** Idempotent: the stock ledger accepts the id of a return once. */
async function restock(
  tx: Tx,
  caller: OrderActor,
  { row, sale }: Subject,
  lines: readonly ReturnLine[],
): Promise<void> {
  await putBack(tx, {
    kind: 'return',
    reference: row.id,
    storeId: row.store_id,
    lines: (await withStock(tx, sale, lines)).map(line => ({
      variantId: line.variant_id,
      quantity: line.quantity,
    })),
    actorId: caller.userId,
    terminalId: caller.till?.terminalId ?? null,
    reason: `Return ${row.return_number}`,
  });
}

/** Gift cards have no stock; the web shop sells digital goods without it. */
async function withStock(
  tx: Tx,
  sale: Sale,
  lines: readonly ReturnLine[],
): Promise<readonly ReturnLine[]> {
  const goods = lines.filter(line => !isGiftCard(line));
  if (sale.source_system !== 'web_commerce') return goods;
  const variants = await variantsByIds(tx, [...new Set(lines.map(line => line.variant_id))]);
  const digital = new Set(variants.flatMap(({ id, isDigital }) => (isDigital ? id : [])));
  return goods.filter(line => !digital.has(line.variant_id));
}

async function markCompleted(
  tx: Tx,
  caller: OrderActor,
  row: ReturnRow,
  completion: Completion,
  now: Date,
): Promise<ReturnRow> {
  const change = {
    status: 'completed' as const,
    refund_amount: row.refund_amount,
    shipping_refund: row.shipping_refund,
    refund_to: completion.refundTo === 'gift_card' ? ('original' as const) : completion.refundTo,
    restock: completion.restock,
    terminal_id: caller.till?.terminalId ?? null,
    completed_at: now,
    updated_at: now,
  };
  await updateReturn(tx, row.id, change);
  return { ...row, ...change };
}
