import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { type Minor, parseMoney } from '../../../platform/money.js';
import type { Staff } from '../../access/index.js';
import { consumeApproval, type OfValue } from '../../approvals/index.js';
import type { Store } from '../../stores/index.js';
import type { Adjustment } from './adjustment-repository.js';

/** The reason without the spaces around it. */
export function givenReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw invalidField('reason', 'Must not be empty.');
  return reason;
}

export type ValueChange = {
  store: Pick<Store, 'id' | 'currency' | 'approval_policy'>;
  /** What is given or corrected. */
  subject: OfValue;
  amountMinor: Minor;
  requestId: string | undefined;
  usedFor: string;
  now: Date;
};

/** Above the amount that the store sets, a second person has to approve; null if none is needed. */
export async function approveValue(
  tx: Tx,
  caller: Staff,
  { store, subject, amountMinor, requestId, usedFor, now }: ValueChange,
): Promise<Adjustment['approval']> {
  const { value_above: above } = store.approval_policy as { value_above?: unknown };
  const free = parseMoney(above, store.currency);
  if (free === undefined || amountMinor <= free) return null;
  return consumeApproval(tx, {
    requestId,
    subjects: { value: subject },
    amountMinor,
    currency: store.currency,
    storeId: store.id,
    usedBy: caller.userId,
    usedFor,
    now,
  });
}
