import type { Tx } from '../../../platform/database/tx.js';
import type { Minor } from '../../../platform/money.js';
import {
  campaignShares,
  insertSpends,
  lockBudgets,
  type Share,
  spentBefore,
} from './usage-repository.js';

export type Spending = {
  transactionId: string;
  /** Currency of the sale. Only a campaign with this currency charges its budget. */
  currency: string;
  /** The discount of each promotion; one without a campaign has no budget to charge. */
  applied: readonly Share[];
  now: Date;
  /** For sales that are paid already: spends the rest of a budget instead of refusing. */
  takeWhatIsLeft?: boolean;
};

export type SpendOutcome = { ok: true } | { ok: false; campaignId: string; leftMinor: Minor };

/** Charges the discounts of a sale to the budgets of its campaigns, all or none. */
export async function spendBudgets(tx: Tx, spending: Spending): Promise<SpendOutcome> {
  const { transactionId, currency, applied, now, takeWhatIsLeft = false } = spending;
  const shares = await campaignShares(tx, applied, currency);
  if (shares.length === 0) return { ok: true };
  const budgets = await lockBudgets(
    tx,
    shares.map(share => share.campaignId),
    currency,
  );
  const leftOf = new Map(budgets.map(budget => [budget.id, budget.leftMinor]));
  const done = await spentBefore(tx, transactionId);
  const due = shares.filter(share => !done.has(share.campaignId));
  const short = due.find(share => share.amountMinor > (leftOf.get(share.campaignId) ?? Infinity));
  if (short && !takeWhatIsLeft) {
    return {
      ok: false,
      campaignId: short.campaignId,
      leftMinor: leftOf.get(short.campaignId) ?? 0,
    };
  }
  const spends = due.map(share => ({
    ...share,
    amountMinor: Math.min(share.amountMinor, leftOf.get(share.campaignId) ?? share.amountMinor),
  }));
  if (!(await insertSpends(tx, { transactionId, currency, spends, at: now }))) {
    throw new Error('a locked budget changed under the lock');
  }
  return { ok: true };
}
