import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { storeCreditSaved } from './events.js';
import { insertAccount, insertEntry } from './repository.js';
import { newCode } from './rules.js';

/** Codes have 79 random bits, so even one collision is very unlikely. */
const MAX_ATTEMPTS = 5;

export type NewStoreCredit = {
  storeId: string;
  customerId: string | null;
  currency: string;
  amountMinor: Minor;
  /** The return that the credit refunds, and its sale; unset for goods without a receipt. */
  origin?: { returnId: string; sale: { id: string; number: string } };
  now: Date;
  entryId?: string;
};

/** Issues a store credit with a new code. */
export async function issueStoreCredit(
  tx: Tx,
  { origin, ...credit }: NewStoreCredit,
): Promise<{ id: string; code: string }> {
  const amount = formatMoney(credit.amountMinor, credit.currency);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const account = {
      id: newId(),
      kind: 'store_credit' as const,
      code: newCode(),
      store_id: credit.storeId,
      customer_id: credit.customerId,
      return_id: origin?.returnId ?? null,
      currency: credit.currency,
    };
    if (!(await insertAccount(tx, account))) continue;
    await insertEntry(tx, {
      id: credit.entryId ?? newId(),
      accountId: account.id,
      kind: 'issued',
      amount,
      sale: origin?.sale,
      storeId: credit.storeId,
      at: credit.now,
    });
    const saved = { ...account, amount, balance: amount };
    await record(tx, storeCreditSaved(saved, origin?.sale.number ?? null));
    return { id: account.id, code: account.code };
  }
  throw new Error('no unused store credit code found');
}
