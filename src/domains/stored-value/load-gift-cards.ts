import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { createSeal, type SecretKeys } from '../../platform/seal.js';
import { hashesOfCode } from './code-hash.js';
import { extendCard, giftCardExpiry } from './expiry-repository.js';
import { insertAccount, insertEntry, lockAccount } from './repository.js';
import { maskedCode, newCode } from './rules.js';

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
  /** Keeps the codes encrypted: nobody waits for the answer of this payment. */
  keepsCodes: boolean;
};

export const sealOfCodes = (secrets: SecretKeys) => createSeal(secrets, 'gift-card-codes-sealed');

/** There are about 2^79 codes, so even one collision is very unlikely. */
const MAX_ATTEMPTS = 3;

/**
 * Issues the gift cards of a paid sale and books its top-ups, in the transaction of the payment. The
 * code of a new card is returned here and stored as a hash only.
 */
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
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const code = newCode();
    const id = newId();
    const isNew = await insertAccount(tx, {
      id,
      kind: 'gift_card',
      code_hash: hashesOfCode(secrets, code)[0],
      code_last_four: code.slice(-4),
      code_sealed: sale.keepsCodes ? sealOfCodes(secrets).close(code) : null,
      store_id: sale.storeId,
      customer_id: sale.customerId,
      currency: sale.currency,
      expires_at: expiresAt,
    });
    if (!isNew) continue;
    await insertEntry(tx, { ...entryOf(sale, line), accountId: id, kind: 'issued' });
    return { code, amount: line.amount, balance: line.amount };
  }
  throw new Error('no unused gift card code found');
}

const entryOf = (sale: GiftCardSale, line: GiftCardLine) => ({
  id: newId(),
  amount: line.amount,
  sale: { id: sale.id, number: sale.number },
  lineId: line.line_id,
  storeId: sale.storeId,
  at: sale.at,
});
