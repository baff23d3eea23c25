import type { Reader, Tx } from '../../../../platform/database/tx.js';
import { Failure } from '../../../../platform/http/failure.js';
import { formatMoney } from '../../../../platform/money.js';
import type { WebSession } from '../../../people/index.js';
import type { AppliedPromotion, Promotion } from '../../../pricing/index.js';
import {
  activePromotions,
  recordImpressions,
  spendBudgets,
  usePromoCode,
} from '../../../promotions/index.js';
import type { Attribution } from '../../../transactions/index.js';

/** Stored with the sale; campaigns and A/B tests count it when the order is completed. */
export const attributionOf = (
  session: WebSession,
  applied: readonly AppliedPromotion[],
  currency: string,
): Attribution => ({
  applied_promotions: applied.map(({ promotionId, amountMinor }) => ({
    promotion_id: promotionId,
    amount: formatMoney(amountMinor, currency),
  })),
  subject_keys: [session.id, ...(session.userId === null ? [] : [session.userId])],
});

/** A visitor is one subject of A/B tests: a customer who is logged in, else the visit. */
export const subjectOf = ({ userId, id }: WebSession): string => userId ?? id;

/** A promotion's budget ran out after pricing; price the order again. */
export class PriceChanged extends Error {}

const promoCodeNotValid = (): Failure =>
  new Failure(
    'invalid',
    'PROMO_CODE_NOT_VALID',
    'The promo code in the cart is no longer valid; remove it to continue.',
  );

export type PromotionsQuery = {
  storeId: string;
  currency: string;
  code: string | null;
  customerKey: string;
  email: string | null;
  at: Date;
  /** The visitor of A/B tests. */
  subject: string;
};

/** Active promotions at the store, plus those of the cart's promo code. */
export async function promotionsFor(reader: Reader, query: PromotionsQuery): Promise<Promotion[]> {
  const { promotions, code } = await activePromotions(reader, query);
  // The page showed a lower price, so the order is refused instead of charging the higher one.
  if (code?.valid === false) throw promoCodeNotValid();
  return promotions;
}

/** Counts the sale against its promo code and promotion budgets. */
export async function usePromotions(
  tx: Tx,
  use: {
    saleId: string;
    storeId: string;
    currency: string;
    code: string | null;
    customerKey: string;
    email: string | null;
    applied: readonly AppliedPromotion[];
    subject: string;
    now: Date;
  },
): Promise<void> {
  await recordImpressions(tx, use.subject, use.now);
  const { saleId: transactionId, storeId, currency, code, customerKey, email, applied, now } = use;
  const codePromotion = applied.find(promotion => promotion.code !== null);
  // A code without a discount, for example because the cart is too small, is not used up.
  if (code !== null && codePromotion !== undefined) {
    const { amountMinor: discountMinor } = codePromotion;
    const used = await usePromoCode(tx, {
      code,
      transactionId,
      storeId,
      currency,
      customerKey,
      email,
      discountMinor,
      now,
    });
    if (!used.ok) throw promoCodeNotValid();
  }
  if (applied.length === 0) return;
  const spent = await spendBudgets(tx, { transactionId, currency, applied, now });
  if (!spent.ok) throw new PriceChanged();
}
