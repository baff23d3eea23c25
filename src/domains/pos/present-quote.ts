import { formatMoney } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { type AppliedPromotion, formatRate, type Promotion, type Split } from '../pricing/index.js';
import type { Quote } from '../transactions/index.js';

const presentApplied = ({ promotionId, name, code, amountMinor }: AppliedPromotion) => ({
  promotion_id: promotionId,
  name,
  code,
  amount: formatMoney(amountMinor),
});

const presentSplit = (split: Split) => ({
  method: split.method,
  total: formatMoney(split.totalMinor),
  weight: formatMoney(split.weightMinor),
  weights: formatMoney(split.weightsMinor),
  extra: formatMoney(split.extraMinor),
});

const presentExplanation = (line: Quote['explain'][number], position: number, unit: string) => ({
  line: position,
  price_list: line.price.priceList,
  unit_price: formatMoney(line.price.unitPriceMinor),
  quantity: shownQuantity(line.price.quantity, unit),
  subtotal: formatMoney(line.price.grossMinor),
  promotions: line.promotions.map(promotion => ({
    ...presentApplied(promotion),
    split: presentSplit(promotion.split),
  })),
  taxes: line.taxes.map(tax => ({
    jurisdiction: tax.jurisdiction,
    name: tax.name,
    rate: formatRate(tax.rateMicros),
    amount: formatMoney(tax.amountMinor),
    split: presentSplit(tax.split),
  })),
  net: formatMoney(line.netMinor),
  tax: formatMoney(line.taxMinor),
});

const money = (amount: number | null | undefined) => (amount == null ? null : formatMoney(amount));

/** The terms, so that a till can go on with the arithmetic of the service. */
const presentTerms = (promotion: Promotion) => ({
  id: promotion.id,
  name: promotion.name,
  kind: promotion.kind,
  value: formatMoney(promotion.value),
  buy_quantity: promotion.buyQuantity ?? null,
  get_quantity: promotion.getQuantity ?? null,
  get_discount_percent: formatMoney(promotion.getDiscountBasisPoints ?? 10_000),
  scope: { kind: promotion.scope.kind, ids: [...promotion.scope.ids] },
  priority: promotion.priority,
  stackable: promotion.stackable,
  minimum_subtotal: money(promotion.minimumSubtotalMinor),
  maximum_discount: money(promotion.maximumDiscountMinor),
  code: promotion.code ?? null,
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
      unit_price: formatMoney(line.unitPriceMinor),
      subtotal: formatMoney(line.grossMinor),
      discount: formatMoney(line.discountMinor),
      tax_amount: formatMoney(line.taxMinor),
      total: formatMoney(line.totalMinor),
      applied_promotions: line.applied.map(presentApplied),
    })),
    discounts: totals.applied.filter(({ amountMinor }) => amountMinor > 0).map(presentApplied),
    promo_codes: [...new Set(codes.map(code => code.trim().toUpperCase()))].map(code => ({
      code,
      applied: used.has(code),
    })),
    promotions: quote.promotions.map(presentTerms),
    subtotal: formatMoney(totals.subtotalMinor),
    discount_amount: formatMoney(totals.discountMinor),
    tax_amount: formatMoney(totals.taxMinor),
    prices_include_tax: totals.pricesIncludeTax,
    total_amount: formatMoney(totals.totalMinor),
    tax_breakdown: totals.taxBreakdown,
    explain: quote.explain.map((line, index) =>
      presentExplanation(line, index, quote.lines[index]?.unit ?? 'piece'),
    ),
  };
};
