import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import { createSeal, type SecretKeys } from '../../../platform/seal.js';
import { hashesOfCode } from '../codes/code-hash.js';
import { insertAccount, insertEntry, type NewEntry } from '../repository.js';
import { newCode } from '../rules.js';

export const sealOfCodes = (secrets: SecretKeys) => createSeal(secrets, 'gift-card-codes-sealed');

/** There are about 2^79 codes, so even one collision is very unlikely. */
const MAX_ATTEMPTS = 3;

export type NewGiftCard = {
  storeId: string;
  customerId: string | null;
  currency: string;
  expiresAt: Date | null;
  /** Stores the code encrypted, because this payment has no answer that could show it. */
  keepsCode: boolean;
  entry: Omit<NewEntry, 'accountId' | 'kind'>;
};

/** Issues a card with a new code, which is returned here and stored as a hash only. */
export async function issueGiftCard(
  tx: Tx,
  secrets: SecretKeys,
  card: NewGiftCard,
): Promise<{ id: string; code: string }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const code = newCode();
    const id = newId();
    const isNew = await insertAccount(tx, {
      id,
      kind: 'gift_card',
      code_hash: hashesOfCode(secrets, code)[0],
      code_last_four: code.slice(-4),
      code_sealed: card.keepsCode ? sealOfCodes(secrets).close(code) : null,
      store_id: card.storeId,
      customer_id: card.customerId,
      currency: card.currency,
      expires_at: card.expiresAt,
    });
    if (!isNew) continue;
    await insertEntry(tx, { ...card.entry, accountId: id, kind: 'issued' });
    return { id, code };
  }
  throw new Error('no unused gift card code found');
}
