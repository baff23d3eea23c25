import { formatHundredths, formatMoney } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { type AppliedPromotion, formatRate, type Promotion, type Split } from '../pricing/index.js';
import type { Quote } from '../transactions/index.js';

const presentApplied = (
  { promotionId, name, code, amountMinor }: AppliedPromotion,
  currency: string,
) => ({
  promotion_id: promotionId,
  name,
  code,
  amount: formatMoney(amountMinor, currency),
});

const presentSplit = (split: Split, currency: string) => ({
  method: split.method,
  total: formatMoney(split.totalMinor, currency),
  weight: formatMoney(split.weightMinor, currency),
  weights: formatMoney(split.weightsMinor, currency),
  extra: formatMoney(split.extraMinor, currency),
});

const presentExplanation = (
  line: Quote['explain'][number],
  position: number,
  unit: string,
  currency: string,
) => ({
  line: position,
  price_list: line.price.priceList,
  unit_price: formatMoney(line.price.unitPriceMinor, currency),
  quantity: shownQuantity(line.price.quantity, unit),
  subtotal: formatMoney(line.price.grossMinor, currency),
  promotions: line.promotions.map(promotion => ({
    ...presentApplied(promotion, currency),
    split: presentSplit(promotion.split, currency),
  })),
  taxes: line.taxes.map(tax => ({
    jurisdiction: tax.jurisdiction,
    name: tax.name,
    rate: formatRate(tax.rateMicros),
    amount: formatMoney(tax.amountMinor, currency),
    split: presentSplit(tax.split, currency),
  })),
  net: formatMoney(line.netMinor, currency),
  tax: formatMoney(line.taxMinor, currency),
});

const money = (amount: number | null | undefined, currency: string) =>
  amount == null ? null : formatMoney(amount, currency);

/** The terms, so that a till can go on with the arithmetic of the service. */
const presentTerms = (promotion: Promotion, currency: string) => ({
  id: promotion.id,
  name: promotion.name,
  kind: promotion.kind,
  value:
    promotion.kind === 'fixed'
      ? formatMoney(promotion.value, currency)
      : formatHundredths(promotion.value),
  buy_quantity: promotion.buyQuantity ?? null,
  get_quantity: promotion.getQuantity ?? null,
  get_discount_percent: formatHundredths(promotion.getDiscountBasisPoints ?? 10_000),
  scope: { kind: promotion.scope.kind, ids: [...promotion.scope.ids] },
  priority: promotion.priority,
  stackable: promotion.stackable,
  minimum_subtotal: money(promotion.minimumSubtotalMinor, currency),
  maximum_discount: money(promotion.maximumDiscountMinor, currency),
  code: promotion.code ?? null,
  ...(promotion.isLimited !== undefined && { is_limited: promotion.isLimited }),
  ...(promotion.endsAt && { ends_at: promotion.endsAt }),
});

/** `codes` as the till sent them; a valid code may have nothing to discount. */
export const presentQuote = (quote: Quote, codes: readonly string[]) => {
  const { totals } = quote;
  const used = new Set(totals.applied.flatMap(({ code }) => code ?? []));
  return {
    success: true as const,
    quote_id: quote.id,
    expires_at: quote.expiresAt.toISOString(),
    currency: quote.currency,
    lines: totals.lines.map((line, index) => ({
      product_variant_id: quote.lines[index]?.variantId ?? '',
      sku: quote.lines[index]?.sku ?? '',
      name: quote.lines[index]?.name ?? '',
      quantity: shownQuantity(line.quantity, quote.lines[index]?.unit ?? 'piece'),
      unit_price: formatMoney(line.unitPriceMinor, quote.currency),
      subtotal: formatMoney(line.grossMinor, quote.currency),
      discount: formatMoney(line.discountMinor, quote.currency),
      tax_amount: formatMoney(line.taxMinor, quote.currency),
      total: formatMoney(line.totalMinor, quote.currency),
      applied_promotions: line.applied.map(applied => presentApplied(applied, quote.currency)),
    })),
    discounts: totals.applied
      .filter(({ amountMinor }) => amountMinor > 0)
      .map(applied => presentApplied(applied, quote.currency)),
    promo_codes: [...new Set(codes.map(code => code.trim().toUpperCase()))].map(code => ({
      code,
      applied: used.has(code),
    })),
    promotions: quote.promotions.map(terms => presentTerms(terms, quote.currency)),
    subtotal: formatMoney(totals.subtotalMinor, quote.currency),
    discount_amount: formatMoney(totals.discountMinor, quote.currency),
    tax_amount: formatMoney(totals.taxMinor, quote.currency),
    prices_include_tax: totals.pricesIncludeTax,
    total_amount: formatMoney(totals.totalMinor, quote.currency),
    tax_breakdown: totals.taxBreakdown,
    explain: quote.explain.map((line, index) =>
      presentExplanation(line, index, quote.lines[index]?.unit ?? 'piece', quote.currency),
    ),
  };
};
