import type { Tx } from '../../../platform/database/tx.js';
import type { Minor } from '../../../platform/money.js';
import { normalizeCode } from '../codes/rules.js';
import { customerHashes, type InvalidReason, whyUsedUp } from './rules.js';
import { earlierUses, insertUsage, lockCodeLimits } from './usage-repository.js';

export type CodeUse = {
  code: string;
  transactionId: string;
  storeId: string;
  /** Currency of the sale. */
  currency: string;
  /** A user id or e-mail address; stored only as a hash. */
  customerKey: string | null;
  /** The customer's mail address, under which guest, login and till are one customer. */
  email?: string | null;
  /** The code's discount in this sale. */
  discountMinor: Minor;
  now: Date;
};

export type CodeUseOutcome =
  | { ok: true; codeId: string /** An earlier attempt counted this sale. */; repeated: boolean }
  | {
      ok: false;
      reason:
        | Extract<InvalidReason, 'unknown' | 'exhausted' | 'per_customer_limit'>
        | 'released'
        | 'customer_required';
    };

/**
 * Counts a use of the code for a completed sale. It checks only the limits, because pricing has
 * validated the code already. Call it late in the transaction and before `spendBudgets`: from here
 * to the commit, sales with the same code wait for each other.
 */
export async function usePromoCode(tx: Tx, use: CodeUse): Promise<CodeUseOutcome> {
  const code = await lockCodeLimits(tx, normalizeCode(use.code));
  if (code === undefined) return { ok: false, reason: 'unknown' };
  const customer = customerHashes(use);
  const earlier = await earlierUses(tx, code.id, use, customer);
  if (earlier.this_sale === 'used') return { ok: true, codeId: code.id, repeated: true };
  if (earlier.this_sale === 'released') return { ok: false, reason: 'released' };
  if (code.per_customer_limit !== null && customer.key === null) {
    return { ok: false, reason: 'customer_required' };
  }
  const reason = whyUsedUp({ ...code, customer_uses: earlier.customer_uses });
  if (reason === 'per_customer_limit') return { ok: false, reason };
  const counted =
    reason === undefined &&
    (await insertUsage(tx, {
      codeId: code.id,
      transactionId: use.transactionId,
      storeId: use.storeId,
      currency: use.currency,
      customer,
      discountMinor: use.discountMinor,
      at: use.now,
    }));
  if (!counted) return { ok: false, reason: 'exhausted' };
  return { ok: true, codeId: code.id, repeated: false };
}
