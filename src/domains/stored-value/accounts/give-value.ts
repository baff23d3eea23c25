import { fitsCurrency } from '../../../platform/currencies.js';
import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { tooFine } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff } from '../../access/index.js';
import { buyerById } from '../../people/index.js';
import { findStore, type Store } from '../../stores/index.js';
import { giftCardExpiry } from '../expiry-repository.js';
import { issueGiftCard } from '../gift-cards/issue-gift-card.js';
import { issueStoreCredit } from '../issue-store-credit.js';
import { insertAdjustment } from './adjustment-repository.js';
import { approveValue, givenReason } from './approve-value.js';

export type NewValue = {
  kind: 'gift_card' | 'store_credit';
  store_id: string;
  amount: string | number;
  reason: string;
  customer_id?: string;
  approval_request_id?: string;
};

/** Issues a gift card or store credit without a sale, for instance after a complaint. */
export async function giveValue(
  tx: Tx,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  caller: Staff,
  wanted: NewValue,
): Promise<{ id: string; code: string }> {
  const now = clock.now();
  const reason = givenReason(wanted.reason);
  const store = await storeOfCaller(tx, caller, wanted.store_id);
  const { currency } = store;
  if (!fitsCurrency(wanted.amount, currency)) throw invalidField('amount', tooFine(currency));
  const amountMinor = minor(wanted.amount, currency);
  if (amountMinor === 0) throw invalidField('amount', 'Must be more than 0.');
  const customerId = await customerOf(tx, wanted.customer_id);
  const entryId = newId(now);
  const approval = await approveValue(tx, caller, {
    store,
    subject: { gives: wanted.kind, customerId },
    amountMinor,
    requestId: wanted.approval_request_id,
    usedFor: `${wanted.kind} ${entryId}`,
    now,
  });
  const owner = { storeId: store.id, customerId, currency };
  const issued =
    wanted.kind === 'store_credit'
      ? await issueStoreCredit(tx, { ...owner, amountMinor, now, entryId })
      : await issueGiftCard(tx, config, {
          ...owner,
          expiresAt: await giftCardExpiry(tx, store.id, now),
          keepsCode: false,
          entry: {
            id: entryId,
            amount: formatMoney(amountMinor, currency),
            storeId: store.id,
            at: now,
          },
        });
  await insertAdjustment(tx, { entryId, reason, madeBy: caller.userId, approval });
  return issued;
}

async function storeOfCaller(tx: Tx, caller: Staff, ref: string): Promise<Store> {
  const store = await findStore(tx, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store_id', 'There is no such store.');
  }
  return store;
}

async function customerOf(tx: Tx, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const customer = await buyerById(tx, id);
  if (customer?.role !== 'customer') {
    throw invalidField('customer_id', 'There is no such customer.');
  }
  return customer.id;
}
