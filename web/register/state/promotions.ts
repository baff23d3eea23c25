import { answer, type Tillhouse } from '@tillhouse/client';
import type { Promotion } from '../../../src/domains/pricing/index.js';
import { hundredths, minor } from '../../../src/platform/money.js';

/** A promotion as the till keeps it, so that it applies offline too. */
export type KeptPromotion = Promotion & {
  /** Unset in what an earlier release has stored. */
  startsAt?: string | null;
  endsAt: string | null;
};

/** The terms of a promotion in answers of the service. */
type Terms = {
  id: string;
  name: string;
  kind: Promotion['kind'];
  value: string;
  buy_quantity: number | null;
  get_quantity: number | null;
  get_discount_percent: string;
  scope: { kind: Promotion['scope']['kind']; ids: string[] };
  priority: number;
  stackable: boolean;
  minimum_subtotal: string | null;
  maximum_discount: string | null;
  starts_at?: string | null;
  ends_at?: string | null;
  code?: string | null;
  is_limited?: boolean;
};

const amount = (text: string | null, currency: string): number | null =>
  text === null ? null : minor(text, currency);

const keptIn =
  (currency: string) =>
  (terms: Terms): KeptPromotion => ({
    id: terms.id,
    name: terms.name,
    kind: terms.kind,
    // 10.00 % is 1000 basis points.
    value: terms.kind === 'fixed' ? minor(terms.value, currency) : hundredths(terms.value),
    buyQuantity: terms.buy_quantity,
    getQuantity: terms.get_quantity,
    getDiscountBasisPoints: hundredths(terms.get_discount_percent),
    scope: terms.scope,
    minimumSubtotalMinor: amount(terms.minimum_subtotal, currency),
    maximumDiscountMinor: amount(terms.maximum_discount, currency),
    priority: terms.priority,
    stackable: terms.stackable,
    code: terms.code ?? null,
    startsAt: terms.starts_at ?? null,
    endsAt: terms.ends_at ?? null,
    ...(terms.code && { isLimited: terms.is_limited !== false }),
  });

/** The promotions of a quote. */
export const keptPromotions = (terms: readonly Terms[], currency: string): KeptPromotion[] =>
  terms.map(keptIn(currency));

export type StorePromotions = {
  promotions: KeptPromotion[];
  /** Some promotions have a budget, which only the service knows. */
  hasLimited: boolean;
};

/** The promotions of the catalogue, those that start later included. */
export const promotionsFrom = (
  planned: readonly (Terms & { is_limited?: boolean })[],
  currency: string,
): StorePromotions => ({
  promotions: planned.filter(one => one.is_limited !== true).map(keptIn(currency)),
  hasLimited: planned.some(one => one.is_limited === true),
});

export const isRunning = (
  { startsAt = null, endsAt }: Pick<KeptPromotion, 'startsAt' | 'endsAt'>,
  now: number,
): boolean =>
  (startsAt === null || Date.parse(startsAt) <= now) &&
  (endsAt === null || Date.parse(endsAt) > now);

/**
 * The first code that only the service can check: it has a limit, has ended, or stands for nothing that
 * the till knows.
 */
export const codeToCheck = (
  { codes = [], coded = [] }: { codes?: readonly string[]; coded?: readonly KeptPromotion[] },
  now: number,
): string | undefined =>
  codes.find(
    code => !coded.some(one => one.code === code && one.isLimited === false && isRunning(one, now)),
  );

export type QuotedPrices = { id: string; promotions: KeptPromotion[] };

/** What the service would charge now; refuses a code that does not count, by its name. */
export async function quotePrices(
  api: Tillhouse,
  lines: readonly { variantId: string; quantity: number }[],
  codes: readonly string[],
  customerId?: string,
): Promise<QuotedPrices> {
  const body = {
    line_items: lines.map(({ variantId, quantity }) => ({
      product_variant_id: variantId,
      quantity,
    })),
    promo_codes: [...codes],
    ...(customerId !== undefined && { customer_id: customerId }),
  };
  const quote = await answer(api.POST('/pos/quote/', { body }));
  return { id: quote.quote_id, promotions: keptPromotions(quote.promotions, quote.currency) };
}
