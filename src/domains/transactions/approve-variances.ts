import type { Autocommit, Tx } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import type { SellingStore } from '../stores/index.js';
import type { Approved } from './adjustments.js';
import type { Assessment } from './ring-up-sale.js';

/**
 * Consumes the approval that the store's policy requires for a sale that differs from the
 * catalogue. A store without a policy accepts every difference.
 */
export async function approveVariances(
  writer: Autocommit,
  store: SellingStore,
  caller: Staff,
  requestId: string | undefined,
  assessment: Assessment,
  now: Date,
): Promise<Approved | undefined> {
  const { approvalPolicy: policy } = store;
  const isPriced = assessment.variances.some(({ field }) => field !== 'tax_amount');
  const isDiscountLarge =
    policy.discount_above !== undefined && assessment.discountMinor > minor(policy.discount_above);
  const needsPrice = (policy.price_override === true && isPriced) || isDiscountLarge;
  const needsTax = policy.tax_variance === true && assessment.taxVarianceMinor !== 0;
  if (!needsPrice && !needsTax) return undefined;
  if (requestId === undefined || !writer.isTransaction) {
    throw forbidden('This store requires an approval for this price.', 'APPROVAL_REQUIRED');
  }
  return consumeApproval(writer as Tx, {
    requestId,
    requestTypes: needsPrice ? ['price_override', 'discount'] : ['tax_variance'],
    amountMinor:
      (needsPrice ? assessment.discountMinor : 0) +
      (needsTax ? Math.abs(assessment.taxVarianceMinor) : 0),
    storeId: store.id,
    usedBy: caller.userId,
    usedFor: 'sale at other than catalogue prices',
    now,
  });
}
