import type { Tx } from '../../../platform/database/tx.js';
import type { SecretKeys } from '../../../platform/seal.js';
import { takeSealedCodes } from '../repository.js';
import { sealOfCodes } from './issue-gift-card.js';
import type { LoadedCard } from './load-gift-cards.js';

/**
 * The gift cards of a sale whose codes nobody has seen yet: its last payment was a card on a reader,
 * or reported by another system. The encrypted codes are removed, so each is shown once.
 */
export async function revealGiftCards(
  tx: Tx,
  secrets: SecretKeys,
  saleId: string,
): Promise<LoadedCard[]> {
  const seal = sealOfCodes(secrets);
  const rows = await takeSealedCodes(tx, saleId);
  return rows.map(({ code_sealed, amount, balance }) => ({
    code: seal.open(code_sealed),
    amount,
    balance,
  }));
}
