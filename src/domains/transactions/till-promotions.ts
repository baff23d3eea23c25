import type { Reader, Tx } from '../../platform/database/tx.js';
import { conflict, Failure } from '../../platform/http/failure.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import type { AppliedPromotion, Promotion } from '../pricing/index.js';
import {
  activePromotions,
  recordImpressions,
  rememberedPromotions,
  spendBudgets,
  usePromoCode,
} from '../promotions/index.js';

export type TillCustomer = {
  id: string;
  email: string | null;
  /** Price lists may be for one group of customers. */
  group: string | null;
  /** Why the customer pays no tax. */
  taxExemption: string | null;
};

export type TillPromotionQuery = {
  storeId: string;
  currency: string;
  at: Date;
  codes: readonly string[];
  customer: TillCustomer | null;
  /**
   * A till without a quote cannot know what is left of a budget, so promotions with one apply only
   * with a quote or a code.
   */
  withoutBudgets?: boolean;
};

/** `countsUses`: a code or a campaign is involved, so the sale has to count against its limits. */
export type TillPromotions = { promotions: Promotion[]; countsUses: boolean };

const REASONS: Record<string, string> = {
  unknown: 'There is no such code.',
  inactive: 'The code is switched off.',
  not_started: 'The code is not valid yet.',
  expired: 'The code has expired.',
  wrong_store: 'The code is not valid at this store.',
  campaign_not_running: 'The campaign of the code is not running.',
  budget_exhausted: 'The budget of the campaign is used up.',
  exhausted: 'The code has been used up.',
  per_customer_limit: 'The customer has used the code as often as allowed.',
  customer_required: 'The code is limited per customer; add the customer to the sale.',
  same_promotion: 'Another code of this sale is for the same promotion.',
  released: 'The sale was cancelled.',
};

/** Names the code and says why it does not count. Tills belong to the staff, who may know. */
export const codeRefused = (code: string, reason: string, position = -1): Failure => {
  const message = `${code}: ${REASONS[reason] ?? 'The code is not valid.'}`;
  const field = position < 0 ? 'promo_codes' : `promo_codes.${position}`;
  return new Failure('invalid', 'PROMO_CODE_NOT_VALID', message, {
    fields: { [field]: [message] },
    details: { code, reason },
  });
};

/** The promotions that apply at the till now. Refuses a code that is not valid, by its name. */
export async function tillPromotions(
  data: ReferenceSnapshot,
  reader: Reader,
  query: TillPromotionQuery,
): Promise<TillPromotions> {
  const { storeId, currency, at, codes, customer, withoutBudgets } = query;
  if (codes.length === 0) {
    const remembered = await rememberedPromotions(data, reader, { storeId, currency, at });
    if (remembered !== undefined) return { promotions: remembered, countsUses: false };
  }
  const found = await activePromotions(reader, {
    storeId,
    at,
    codes,
    customerKey: customer?.id,
    email: customer?.email,
    withoutBudgets,
    subject: customer?.id,
  });
  const known = new Set<string>();
  for (const [position, verdict] of found.codes.entries()) {
    if (!verdict.valid) throw codeRefused(verdict.code, verdict.reason, position);
    if (verdict.needsCustomer && customer === null) {
      throw codeRefused(verdict.code, 'customer_required', position);
    }
    if (known.has(verdict.promotionId)) {
      throw codeRefused(verdict.code, 'same_promotion', position);
    }
    known.add(verdict.promotionId);
  }
  return { promotions: found.promotions, countsUses: true };
}

/** Today's promotions for a comparison; codes that are not valid any more are left out. */
export async function promotionsNow(
  reader: Reader,
  { storeId, at, codes, customer }: TillPromotionQuery,
): Promise<Promotion[]> {
  const known = { customerKey: customer?.id, email: customer?.email, subject: customer?.id };
  return (await activePromotions(reader, { storeId, at, codes, ...known })).promotions;
}

/**
 * Counts the sale against its codes and budgets, with the locks that the checkout uses: codes in
 * order, then campaigns. A quote is honoured though the budget shrank; its campaign is charged what
 * is left.
 */
export async function countUses(
  tx: Tx,
  use: {
    saleId: string;
    storeId: string;
    currency: string;
    customer: TillCustomer | null;
    applied: readonly AppliedPromotion[];
    isQuoted: boolean;
    now: Date;
  },
): Promise<void> {
  const { saleId: transactionId, storeId, currency, customer, applied, now } = use;
  const coded = applied
    .flatMap(({ code, amountMinor }) => (code === null ? [] : [{ code, amountMinor }]))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const { code, amountMinor: discountMinor } of coded) {
    const used = await usePromoCode(tx, {
      code,
      transactionId,
      storeId,
      currency,
      customerKey: customer?.id ?? null,
      email: customer?.email,
      discountMinor,
      now,
    });
    if (!used.ok) throw codeRefused(code, used.reason);
  }
  if (customer !== null) await recordImpressions(tx, customer.id, now);
  if (applied.length === 0) return;
  const takeWhatIsLeft = use.isQuoted;
  const spent = await spendBudgets(tx, { transactionId, currency, applied, now, takeWhatIsLeft });
  if (!spent.ok) {
    throw conflict('PRICE_CHANGED', 'The budget of a promotion is used up; price the sale again.');
  }
}
