import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { SecretKeys } from '../../../platform/seal.js';
import { extendCard, giftCardExpiry } from '../expiry-repository.js';
import { insertEntry, lockAccount } from '../repository.js';
import { maskedCode } from '../rules.js';
import { issueGiftCard } from './issue-gift-card.js';

/** A line that sells gift cards, or tops one up. */
export type GiftCardLine = {
  line_id: string;
  /** The value of each card. */
  amount: string;
  quantity: number;
  /** The card that the line tops up. */
  account_id: string | null;
};

export type LoadedCard = { code: string; amount: string; balance: string };

export type GiftCardSale = {
  id: string;
  number: string;
  storeId: string;
  /** Who bought the cards. */
  customerId: string | null;
  currency: string;
  lines: readonly GiftCardLine[];
  at: Date;
  /** Stores the codes encrypted, because this payment has no answer that could show them. */
  keepsCodes: boolean;
};

/** Issues the gift cards of a paid sale and books its top-ups, in the transaction of the payment. */
export async function loadGiftCards(
  tx: Tx,
  secrets: SecretKeys,
  sale: GiftCardSale,
): Promise<LoadedCard[]> {
  const cards: LoadedCard[] = [];
  const expiresAt = await giftCardExpiry(tx, sale.storeId, sale.at);
  for (const line of sale.lines) {
    for (let count = 0; count < line.quantity; count += 1) {
      const card = await topUp(tx, sale, line, expiresAt);
      cards.push(card ?? (await issue(tx, secrets, sale, line, expiresAt)));
    }
  }
  return cards;
}

/** Undefined for a new card. A card that was blocked since it was rung up is replaced by a new one. */
async function topUp(
  tx: Tx,
  sale: GiftCardSale,
  line: GiftCardLine,
  expiresAt: Date | null,
): Promise<LoadedCard | undefined> {
  const account = line.account_id === null ? undefined : await lockAccount(tx, line.account_id);
  if (account?.status !== 'active' || account.currency !== sale.currency) return undefined;
  await insertEntry(tx, { ...entryOf(sale, line), accountId: account.id, kind: 'topped_up' });
  await extendCard(tx, account.id, expiresAt);
  const after = await lockAccount(tx, account.id);
  return {
    code: maskedCode(account.code_last_four ?? ''),
    amount: line.amount,
    balance: after?.balance ?? account.balance,
  };
}

async function issue(
  tx: Tx,
  secrets: SecretKeys,
  sale: GiftCardSale,
  line: GiftCardLine,
  expiresAt: Date | null,
): Promise<LoadedCard> {
  const { code } = await issueGiftCard(tx, secrets, {
    storeId: sale.storeId,
    customerId: sale.customerId,
    currency: sale.currency,
    expiresAt,
    keepsCode: sale.keepsCodes,
    entry: entryOf(sale, line),
  });
  return { code, amount: line.amount, balance: line.amount };
}

const entryOf = (sale: GiftCardSale, line: GiftCardLine) => ({
  id: newId(),
  amount: line.amount,
  sale: { id: sale.id, number: sale.number },
  lineId: line.line_id,
  storeId: sale.storeId,
  at: sale.at,
});
