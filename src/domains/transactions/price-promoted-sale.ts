import { unitsOf } from '../../platform/currencies.js';
import { type Failure, invalidField } from '../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity } from '../../platform/quantity.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { userById } from '../people/index.js';
import { type ManualDiscount, totalsOf } from '../pricing/index.js';
import { promotionAdjustments } from './adjustments.js';
import type { StoreVariant } from './at-store-price.js';
import {
  assess,
  type PricedSale,
  refuseContradictions,
  type SaleClaim,
  saleLine,
  taxTermsOfSale,
  variantsAtStore,
} from './ring-up/ring-up-sale.js';
import { variance } from './rules.js';
import { promotionsNow, tillPromotions } from './till-promotions.js';
import { usableQuote } from './till-quotes/quote-sale.js';
import type { TillQuote } from './till-quotes/repository.js';

export type GivenDiscount = ManualDiscount & { reason: string; approvalRequestId?: string };

/** What a till adds to a sale beyond its prices. */
export type SaleOffer = {
  /** Undefined: promotions do not apply. An empty list: those without a code do. */
  codes: readonly string[] | undefined;
  discounts: readonly GivenDiscount[];
  quoteId: string | undefined;
  /** The discount that the till computed, if it says so. */
  discountMinor: Minor | undefined;
};

/**
 * Prices a sale with promotions and discounts, or as a quote says. The sums of the till must be
 * those of the service.
 */
export async function pricePromotedSale(
  platform: Platform,
  data: ReferenceSnapshot,
  claim: SaleClaim,
  offer: SaleOffer,
): Promise<PricedSale> {
  const variants = await variantsAtStore(platform, data, claim);
  refuseUnknownLines(offer.discounts, claim);
  const quote =
    offer.quoteId === undefined
      ? undefined
      : await usableQuote(platform, claim.store.id, offer.quoteId, claim.at);
  if (quote !== undefined) refuseOtherGoods(quote, claim, variants, offer);
  const sold =
    quote === undefined ? claim : { ...claim, ...(await customerOfQuote(platform, quote, claim)) };
  const terms = quote ? quotedTerms(quote) : await currentTerms(platform, data, sold, offer);
  const { lines, assessment, totals } = assess(sold, pricedAs(quote, variants), {
    ...terms,
    discounts: offer.discounts,
  });
  const { discounts: applied = [] } = totals;
  refuseLargeDiscounts(applied, offer.discounts, claim.store.currency);
  refuseContradictions(sold, { sent: offer.discountMinor, expected: totals.discountMinor });
  const differenceMinor = quote
    ? totals.totalMinor - (await totalNow(platform, sold, variants, quote, offer))
    : 0;
  return {
    claim: sold,
    lines,
    assessment: {
      ...assessment,
      variances: [
        ...assessment.variances,
        ...variance(
          QUOTED_TOTAL,
          totals.totalMinor,
          totals.totalMinor - differenceMinor,
          claim.store.currency,
        ),
      ],
      given: applied.map((discount, index) => ({
        ...discount,
        reason: offer.discounts[index]?.reason ?? '',
        approvalRequestId: offer.discounts[index]?.approvalRequestId,
      })),
    },
    promoted: {
      discountMinor: totals.discountMinor,
      applied: totals.applied,
      adjustments: promotionAdjustments(totals.lines, claim.store.currency),
      countsUses: terms.countsUses,
      ...(quote && { quoteId: quote.id, differenceMinor }),
    },
  };
}

/** The field of a variance: a quote that differs from what the sale would cost now. */
export const QUOTED_TOTAL = 'quote.total_amount';

const quotedTerms = ({ basket }: TillQuote) => ({
  promotions: basket.promotions,
  tax: {
    taxes: [...basket.taxes],
    pricesIncludeTax: basket.pricesIncludeTax ?? false,
    taxExemption: basket.taxExemption,
  },
  countsUses: true,
});

async function currentTerms(
  { db }: Platform,
  data: ReferenceSnapshot,
  claim: SaleClaim,
  { codes }: SaleOffer,
) {
  const { store, at, customer } = claim;
  const tax = taxTermsOfSale(claim);
  if (codes === undefined) return { promotions: [], tax, countsUses: false };
  const { id: storeId, currency } = store;
  const query = { storeId, currency, at, codes, customer, withoutBudgets: true };
  return { ...(await tillPromotions(data, db, query)), tax };
}

/** A quoted price is the price of the catalogue for this sale. */
const pricedAs = (
  quote: TillQuote | undefined,
  variants: readonly StoreVariant[],
): StoreVariant[] =>
  variants.map((variant, index) => ({
    ...variant,
    priceMinor: quote?.basket.lines[index]?.unitPriceMinor ?? variant.priceMinor,
  }));

/** The sale is for the customer of the quote. */
async function customerOfQuote(
  { db }: Platform,
  { customer_id: id }: TillQuote,
  { customerId, customer }: SaleClaim,
): Promise<Pick<SaleClaim, 'customerId' | 'customer'>> {
  if (customerId !== null) {
    if (customerId !== id) throw mismatch('customer_id', 'The quote is for another customer.');
    return { customerId, customer };
  }
  const known = id === null ? undefined : await userById(db, id);
  return known === undefined
    ? { customerId: null, customer: null }
    : {
        customerId: known.id,
        customer: {
          id: known.id,
          email: known.email,
          group: known.customer_group,
          taxExemption: known.tax_exemption,
        },
      };
}

const mismatch = (field: string, message: string): Failure =>
  invalidField(field, message, 'QUOTE_MISMATCH');

function refuseOtherGoods(
  { basket }: TillQuote,
  claim: SaleClaim,
  variants: readonly StoreVariant[],
  { codes = [] }: SaleOffer,
): void {
  if (basket.lines.length !== claim.lines.length) {
    throw mismatch('line_items', `The quote has ${basket.lines.length} lines.`);
  }
  for (const [index, quoted] of basket.lines.entries()) {
    const line = claim.lines[index];
    const at = `line_items.${index}`;
    if (variants[index]?.id !== quoted.variantId) {
      throw mismatch(`${at}.sku`, `The quote has ${quoted.sku} here.`);
    }
    if (line?.quantity !== quoted.quantity) {
      const quantity = shownQuantity(quoted.quantity, variants[index]?.unit ?? 'piece');
      throw mismatch(`${at}.quantity`, `The quote is for ${quantity}.`);
    }
    if (line.unitPriceMinor !== quoted.unitPriceMinor) {
      const price = formatMoney(quoted.unitPriceMinor, claim.store.currency);
      throw mismatch(`${at}.unit_price`, `The quoted price is ${price}.`);
    }
  }
  const quotedCodes = new Set(basket.promotions.flatMap(({ code }) => code ?? []));
  const other = codes.findIndex(code => !quotedCodes.has(code.trim().toUpperCase()));
  if (other >= 0) throw mismatch(`promo_codes.${other}`, 'The quote does not have this code.');
}

function refuseUnknownLines(discounts: SaleOffer['discounts'], { lines }: SaleClaim): void {
  const unknown = discounts.findIndex(({ key }) => key !== null && Number(key) >= lines.length);
  if (unknown >= 0) throw invalidField(`discounts.${unknown}.line`, 'There is no such line.');
}

function refuseLargeDiscounts(
  applied: readonly { askedMinor: Minor; amountMinor: Minor }[],
  discounts: SaleOffer['discounts'],
  currency: string,
): void {
  const index = applied.findIndex(({ askedMinor, amountMinor }) => askedMinor > amountMinor);
  const discount = applied[index];
  if (discount === undefined) return;
  const of = discounts[index]?.key === null ? 'sale' : 'line';
  throw invalidField(
    `discounts.${index}.amount`,
    `The ${of} costs only ${formatMoney(discount.amountMinor, currency)} after earlier discounts.`,
    'DISCOUNT_TOO_LARGE',
  );
}

/** What the sale would cost at the prices, promotions and rates of this moment. */
async function totalNow(
  { db }: Platform,
  { store, at, customer, lines }: SaleClaim,
  variants: readonly StoreVariant[],
  { basket }: TillQuote,
  { discounts }: SaleOffer,
): Promise<Minor> {
  const codes = basket.promotions.flatMap(({ code }) => code ?? []);
  const query = { storeId: store.id, currency: store.currency, at, codes, customer };
  return totalsOf({
    lines: variants.map((variant, index) =>
      saleLine(variant, index, lines[index]?.quantity ?? 0, variant.priceMinor),
    ),
    promotions: await promotionsNow(db, query),
    ...taxTermsOfSale({ store, at, customer }),
    ...unitsOf(store.currency),
    discounts,
  }).totalMinor;
}
