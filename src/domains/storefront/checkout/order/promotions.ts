import type { Tx } from '../../../../platform/database/tx.js';
import { Failure } from '../../../../platform/http/failure.js';
import { formatMoney } from '../../../../platform/money.js';
import type { WebSession } from '../../../people/index.js';
import type { AppliedPromotion, Promotion } from '../../../pricing/index.js';
import { activePromotions, spendBudgets, usePromoCode } from '../../../promotions/index.js';
import type { Attribution } from '../../../transactions/index.js';

/** What campaigns and tests may count of an order once it is completed, here or at a till. */
export const attributionOf = (
  session: WebSession,
  applied: readonly AppliedPromotion[],
): Attribution => ({
  applied_promotions: applied.map(({ promotionId, amountMinor }) => ({
    promotion_id: promotionId,
    amount: formatMoney(amountMinor),
  })),
  subject_keys: [session.id, ...(session.userId === null ? [] : [session.userId])],
});

/** Somebody was faster and took what a promotion had left, so the order has to be priced again. */
export class PriceMoved extends Error {}

const codeNotGood = (): Failure =>
  new Failure(
    'invalid',
    'PROMO_CODE_NOT_VALID',
    'The promo code in the cart does not hold any more; take it off to go on.',
  );

/** What runs at the store now, and what the code in the cart opens on top of it. */
export async function promotionsFor(
  tx: Tx,
  ask: { storeId: string; code: string | null; customerKey: string; at: Date },
): Promise<Promotion[]> {
  const { promotions, code } = await activePromotions(tx, ask);
  // A shopper who was shown a lower price is told, not charged the higher one.
  if (code?.valid === false) throw codeNotGood();
  return promotions;
}

/** Counts what an order uses of codes and budgets, with the sale that wants it. */
export async function usePromotions(
  tx: Tx,
  use: {
    saleId: string;
    storeId: string;
    code: string | null;
    customerKey: string;
    applied: readonly AppliedPromotion[];
    now: Date;
  },
): Promise<void> {
  const { saleId: transactionId, storeId, code, customerKey, applied, now } = use;
  const byCode = applied.find(promotion => promotion.code !== null);
  // A code that saved nothing, because the cart is too small for instance, is not used up.
  if (code !== null && byCode !== undefined) {
    const { amountMinor: discountMinor } = byCode;
    const used = await usePromoCode(tx, {
      code,
      transactionId,
      storeId,
      customerKey,
      discountMinor,
      now,
    });
    if (!used.ok) throw codeNotGood();
  }
  if (applied.length === 0) return;
  const spent = await spendBudgets(tx, { transactionId, applied, now });
  if (!spent.ok) throw new PriceMoved();
}
