import { fitsCurrency } from '../../../platform/currencies.js';
import type { Tx } from '../../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import { tooFine } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff, storeScope } from '../../access/index.js';
import { findStore, type Store } from '../../stores/index.js';
import { insertEntry, lockAccount, type ValueAccount } from '../repository.js';
import { insertAdjustment } from './adjustment-repository.js';
import { approveValue, givenReason } from './approve-value.js';
import { shownAccount } from './repository.js';

export type Correction = {
  /** Negative to take value off. */
  amount: string;
  reason: string;
  approval_request_id?: string;
};

/** Adds value to a gift card or store credit, or takes some off, for a manager of the issuing store. */
export async function correctBalance(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  caller: Staff,
  id: string,
  { amount, approval_request_id, ...correction }: Correction,
): Promise<void> {
  const now = clock.now();
  const reason = givenReason(correction.reason);
  const shown = await shownAccount(tx, id, storeScope(caller));
  if (shown === undefined) throw notFound('Account');
  const store = await issuerOf(tx, caller, shown.store_id);
  const { currency } = shown;
  if (!fitsCurrency(amount.replace('-', ''), currency)) {
    throw invalidField('amount', tooFine(currency));
  }
  const amountMinor = minor(amount, currency);
  if (amountMinor === 0) throw invalidField('amount', 'Must not be 0.');
  const account = await lockAccount(tx, id);
  if (account === undefined) throw notFound('Account');
  refuseClosed(account, now);
  const balanceMinor = minor(account.balance, currency);
  if (balanceMinor + amountMinor < 0) {
    throw conflict('BALANCE_TOO_LOW', `The balance is only ${account.balance}.`);
  }
  const entryId = newId(now);
  const approval = await approveValue(tx, caller, {
    store,
    subject: { accountId: id, change: amountMinor > 0 ? 'add' : 'take_off' },
    amountMinor: Math.abs(amountMinor),
    requestId: approval_request_id,
    usedFor: `correction ${entryId}`,
    now,
  });
  await insertEntry(tx, {
    id: entryId,
    accountId: account.id,
    kind: 'corrected',
    amount: formatMoney(amountMinor, currency),
    storeId: store.id,
    at: now,
  });
  await insertAdjustment(tx, { entryId, reason, madeBy: caller.userId, approval });
}

/** The value is owed by the store that issued it, and stands in its books. */
async function issuerOf(tx: Tx, caller: Staff, storeId: string): Promise<Store> {
  const store = await findStore(tx, storeId);
  if (store === undefined || !maySee(caller, storeId)) {
    throw forbidden(
      'Only a manager of the store that issued it can correct it.',
      'FOREIGN_ACCOUNT',
    );
  }
  return store;
}

/** A card that a manager blocked may be corrected, for instance to 0 after it was replaced. */
function refuseClosed(account: ValueAccount, now: Date): void {
  if (account.status === 'blocked' && account.block_reason === null) {
    throw conflict('ACCOUNT_CLOSED', 'The sale of this card was taken back.');
  }
  if (account.expires_at !== null && account.expires_at <= now) {
    throw conflict('ACCOUNT_CLOSED', 'This card has expired.');
  }
}
