import { type Db, type Tx, within } from '../../platform/database/tx.js';
import type { AppliedPromotion } from '../pricing/index.js';
import { countUses, type TillCustomer } from './till-promotions.js';
import { quoteUsed } from './till-quotes/quote-used.js';
import { markQuoteUsed } from './till-quotes/repository.js';

type CountedSale = {
  claim: { store: { id: string; currency: string }; customer: TillCustomer | null; at: Date };
  promoted?: { countsUses: boolean; applied: readonly AppliedPromotion[]; quoteId?: string };
};

/**
 * Inserts a sale together with what its promotions count, in one transaction. A sale without codes,
 * budgets and quotes stays a single statement.
 */
export async function withPromotions<T>(
  writer: Db | Tx,
  saleId: string,
  { claim, promoted }: CountedSale,
  insert: (writer: Db | Tx) => Promise<T>,
): Promise<T> {
  if (!promoted?.countsUses) return insert(writer);
  return within(writer, async tx => {
    const { quoteId, applied } = promoted;
    if (quoteId !== undefined && !(await markQuoteUsed(tx, quoteId, saleId))) throw quoteUsed();
    const inserted = await insert(tx);
    await countUses(tx, {
      saleId,
      storeId: claim.store.id,
      currency: claim.store.currency,
      customer: claim.customer,
      applied,
      isQuoted: quoteId !== undefined,
      now: claim.at,
    });
    return inserted;
  });
}
