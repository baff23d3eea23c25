import type { Reader } from '../../../platform/database/tx.js';
import { type Staff, storeScope } from '../../access/index.js';
import { countMissing, type DifferenceRow, type Scope, sumsOf } from './difference-repository.js';
import type { Settlement } from './repository.js';
import { type Difference, type Result, totalsOf } from './rules.js';

/** Lines that belong to no payment are shown to the uploader and to those who see every store. */
export function scopeFor(caller: Staff, settlement: Settlement): Scope {
  const stores = storeScope(caller);
  return { stores, seesUnknown: stores === undefined || settlement.created_by === caller.userId };
}

export async function presentSettlement(reader: Reader, caller: Staff, settlement: Settlement) {
  const scope = scopeFor(caller, settlement);
  const [sums, missing] = await Promise.all([
    sumsOf(reader, settlement.id, scope),
    countMissing(reader, settlement.id, scope),
  ]);
  const count = (result: Result): number =>
    sums.filter(row => row.result === result).reduce((total, row) => total + row.lines, 0);
  const lines = sums.reduce((total, row) => total + row.lines, 0);
  return {
    id: settlement.id,
    processor: settlement.processor_type,
    // The uploader chose the name, which may say something about another store.
    file_name: scope.seesUnknown || lines > 0 ? settlement.file_name : '',
    lines,
    ignored: settlement.ignored_count,
    period_from: settlement.period_from.toISOString(),
    period_to: settlement.period_to.toISOString(),
    matched: count('matched'),
    unknown: count('unknown'),
    missing,
    amount_differs: count('amount_differs'),
    currency_differs: count('currency_differs'),
    duplicate: count('duplicate'),
    other_stores: count('other_store'),
    totals: totalsOf(sums),
    created_by: settlement.created_by,
    created_at: settlement.created_at.toISOString(),
  };
}

export const presentDifference = (row: DifferenceRow) => ({
  kind: row.kind as Difference,
  line: row.line,
  type: row.type,
  processor_transaction_id: row.processor_transaction_id,
  payout_id: row.payout_id,
  date: row.occurred_at.toISOString(),
  amount: row.amount,
  currency: row.currency,
  booked_amount: row.booked_amount,
  booked_currency: row.booked_currency,
  payment: row.payment_id,
  refund: row.refund_id,
  transaction: row.transaction_number,
  store: row.store_id,
});
