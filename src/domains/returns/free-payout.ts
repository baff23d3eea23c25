import type { Tx } from '../../platform/database/tx.js';
import { type Minor, minor, sumOf } from '../../platform/money.js';
import type { Payment, Refund } from '../payments/index.js';
import { usesShifts } from '../shifts/index.js';
import { isGiftCard, type Sale } from '../transactions/index.js';
import { methodsOfPayments, type ReturnLine } from './repository.js';
import { type Share, totalOf } from './rules.js';

type Payout = {
  sale: Sale;
  lines: readonly Pick<ReturnLine, 'sku'>[];
  paidOut: readonly Share[];
  payments: readonly Pick<Payment, 'id' | 'shift_id'>[];
  /** The store whose drawer pays. */
  storeId: string;
  /** Earlier ones of the sale. */
  refunds: readonly Refund[];
};

/**
 * Whether a payout needs no approval. A cashier pays back only cash that the sale has brought into
 * a drawer, and of one sale at most `freeMinor` in all its returns. Where tills work with shifts,
 * the shift of a payment proves that: a sale that belongs to none may be invented. The value of a
 * gift card may be spent by now.
 */
export async function isFreePayout(
  tx: Tx,
  { sale, lines, paidOut, refunds, payments, storeId }: Payout,
  freeMinor: Minor,
  now: Date,
): Promise<boolean> {
  const payoutMinor = totalOf(paidOut);
  if (payoutMinor === 0) return true;
  const isOfTill = sale.source_system !== 'web_commerce' && sale.terminal_id !== null;
  if (freeMinor === 0 || !isOfTill || lines.some(isGiftCard)) return false;
  if (cashPaidBackMinor(refunds, sale.currency) + payoutMinor > freeMinor) return false;
  const methods = await methodsOfPayments(tx, sale.id);
  if (paidOut.some(({ paymentId }) => methods.get(paymentId)?.method_type !== 'cash')) return false;
  const inShifts = new Set(payments.flatMap(({ id, shift_id }) => (shift_id === null ? [] : id)));
  if (paidOut.every(({ paymentId }) => inShifts.has(paymentId))) return true;
  return !(await usesShifts(tx, [sale.store_id, storeId], now));
}

const cashPaidBackMinor = (refunds: readonly Refund[], currency: string): Minor =>
  sumOf(
    refunds
      .filter(({ way, action_required }) => way === 'cash' || action_required === 'pay_out_cash')
      .map(({ amount }) => minor(amount, currency)),
  );
