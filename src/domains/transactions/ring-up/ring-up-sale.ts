import { unitsOf } from '../../../platform/currencies.js';
import type { Db, Tx } from '../../../platform/database/tx.js';
import { Failure, type FieldErrors } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured, stepsPerUnit } from '../../../platform/quantity.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
} from '../../../platform/reference-data/index.js';
import { hintEvents } from '../../../platform/work/events/outbox.js';
import type { BundlePart, SellableVariant } from '../../catalog/index.js';
import { pricesFromMemory } from '../../prices/index.js';
import {
  type AppliedDiscount,
  type AppliedPromotion,
  type Basket,
  checkClaim,
  type LinePart,
  type PricedLine,
  priceOf,
  type Totals,
  totalsOf,
} from '../../pricing/index.js';
import type { TillStore } from '../../stores/index.js';
import {
  type Adjustment,
  type Approvals,
  givenAdjustments,
  type LoweredPrice,
  manualAdjustments,
  overParts,
} from '../adjustments.js';
import { atStorePrice } from '../at-store-price.js';
import { refuseOddGiftCards } from '../gift-card-lines.js';
import type { Attribution } from '../repository.js';
import { type Variance, variance } from '../rules.js';
import { type TaxTerms, taxTermsOf } from '../tax-terms.js';
import type { TillCustomer } from '../till-promotions.js';
import { rememberedVariantsOf } from '../variants-of-lines.js';
import { withPromotions } from '../with-promotions.js';
import { articlesOf, catalogPriceOf, newLines } from './new-lines.js';
import type { NewLine } from './new-sale-repository.js';
import { type RaisedPrice, raisedPrices } from './raised-prices.js';
import { payableSale, rememberSale } from './recent-sales.js';
import { insertTillSale, type TillSale } from './till-sale-repository.js';

export type ClaimedLine = {
  variantId?: string;
  sku?: string;
  /** In steps of the unit. */
  quantity: number;
  unit: string;
  unitPriceMinor: Minor;
  subtotalMinor: Minor;
  /** Why the price is not that of the catalogue. */
  priceReason?: string;
  /** The gift card that the line tops up. */
  accountId?: string;
};

/** A sale with the prices, taxes and sums that the till computed. */
export type SaleClaim = {
  store: TillStore;
  terminalId: string | null;
  employeeId: string;
  customerId: string | null;
  customer: TillCustomer | null;
  lines: ClaimedLine[];
  subtotalMinor: Minor;
  taxMinor: Minor;
  totalMinor: Minor;
  pickupName?: string;
  note?: string;
  /** The number that the till gave the sale. */
  tillNumber?: string;
  /** Until when the goods of a layaway are kept. */
  expiresAt?: Date;
  at: Date;
};

export type RungUp = {
  id: string;
  number: string;
  currency: string;
  totalMinor: Minor;
  priceOverridden: boolean;
  taxVarianceMinor: Minor;
  pricesIncludeTax: boolean;
  createdAt: Date;
  /** Set for a sale with promotions, discounts or a quote. */
  discountMinor?: Minor;
  adjustments?: readonly Adjustment[];
  /** What the quote differs from the total of this moment. */
  quoteDifferenceMinor?: Minor;
};

/** Differences between what the till charged and what the server computes. */
export type Assessment = {
  variances: Variance[];
  /** Total discount against the catalogue prices. */
  discountMinor: Minor;
  taxVarianceMinor: Minor;
  /** The lines below their catalogue price. */
  lowered: LoweredPrice[];
  /** The lines above ten times their catalogue price. */
  raised: RaisedPrice[];
  /** Discounts that the cashier gave. */
  given: (AppliedDiscount & { reason: string; approvalRequestId?: string })[];
};

/** Promotions, discounts and the quote of a sale. */
export type PromotedPart = {
  /** Sum of promotions, codes and the cashier's discounts, off the lines. */
  discountMinor: Minor;
  applied: readonly AppliedPromotion[];
  adjustments: Adjustment[];
  /** The sale counts against codes or budgets, or uses a quote. */
  countsUses: boolean;
  quoteId?: string;
  differenceMinor?: Minor;
};

/** A sale whose sums add up and whose lines are all for sale; nothing is written yet. */
export type PricedSale = {
  claim: SaleClaim;
  lines: NewLine[];
  assessment: Assessment;
  promoted?: PromotedPart;
};

/** Checks the claim of a till and compares it with the prices and taxes in memory. */
export async function priceSale(
  platform: Platform,
  data: ReferenceSnapshot,
  claim: SaleClaim,
): Promise<PricedSale> {
  refuseContradictions(claim);
  const variants = await variantsAtStore(platform, data, claim);
  const { lines, assessment } = assess(claim, variants);
  return { claim, lines, assessment };
}

type Shopping = Pick<SaleClaim, 'store' | 'customer' | 'at'> & {
  lines: readonly {
    variantId?: string;
    sku?: string;
    quantity: number;
    unitPriceMinor?: Minor;
  }[];
};

/** The variants of the lines at the prices of this store and customer, from memory. */
export async function variantsAtStore(
  platform: Platform,
  data: ReferenceSnapshot,
  { store, customer, at, lines }: Shopping,
) {
  const { db } = platform;
  const buyer = { store, customerGroup: async () => customer?.group ?? null, at };
  const variants = await rememberedVariantsOf(data, db, lines);
  return atStorePrice(platform, pricesFromMemory(data, db), buyer, lines, variants);
}

/** May refuse a sale that differs from the catalogue if the store's policy requires an approval. */
export type Approve = (assessment: Assessment, lines: readonly NewLine[]) => Promise<Approvals>;

/**
 * Records a sale as the till charged it. A price or tax that differs from the server's is kept and
 * flagged, because the customer paid it.
 */
export async function ringUpSale(
  platform: Platform,
  writer: Db | Tx,
  data: ReferenceSnapshot,
  priced: PricedSale,
  approve: Approve,
): Promise<RungUp> {
  const sale = await newTillSale(priced, approve);
  const number = await withPromotions(writer, sale.id, priced, async autocommit => {
    const inserted = await insertTillSale(autocommit, sale, priced.lines, data.version);
    if (inserted === undefined) throw new StaleReferenceData();
    return inserted;
  });
  hintEvents(writer);
  rememberSale(platform, payableSale(sale, priced.lines, number));
  return rungUp(sale, number, priced);
}

/** The row of the sale, after the approval that it may need. */
export async function newTillSale(
  { claim, lines, assessment, promoted }: PricedSale,
  approve: Approve,
): Promise<TillSale> {
  const { variances, lowered, given } = assessment;
  const isPlain = variances.length === 0 && given.length === 0;
  const approvals: Approvals = isPlain ? { given: [] } : await approve(assessment, lines);
  return {
    id: newId(claim.at),
    storeId: claim.store.id,
    terminalId: claim.terminalId,
    employeeId: claim.employeeId,
    customerId: claim.customerId,
    currency: claim.store.currency,
    pricesIncludeTax: claim.store.pricesIncludeTax,
    taxExemption: claim.customer?.taxExemption ?? null,
    subtotal: formatMoney(claim.subtotalMinor, claim.store.currency),
    promotionDiscount: formatMoney(promoted?.discountMinor ?? 0, claim.store.currency),
    priceReduction: formatMoney(sumOf(lowered.map(line => line.amountMinor)), claim.store.currency),
    taxAmount: formatMoney(claim.taxMinor, claim.store.currency),
    totalAmount: formatMoney(claim.totalMinor, claim.store.currency),
    attribution: attributionOf(claim, promoted),
    variances,
    adjustments: [
      ...overParts(
        [...(promoted?.adjustments ?? []), ...givenAdjustments(given, claim, approvals.given)],
        lines,
        claim.store.currency,
      ),
      ...manualAdjustments(lowered, claim, approvals.sale),
    ],
    priceOverridden:
      given.length > 0 || variances.some(({ field }) => field.endsWith('.unit_price')),
    taxVariance: formatMoney(assessment.taxVarianceMinor, claim.store.currency),
    pickupName: claim.pickupName ?? '',
    note: claim.note ?? '',
    tillNumber: claim.tillNumber ?? null,
    expiresAt: claim.expiresAt ?? null,
    createdAt: claim.at,
  };
}

/** Counted by campaigns, and by A/B tests if the customer is known. */
const attributionOf = (
  { customerId, store: { currency } }: SaleClaim,
  promoted: PromotedPart | undefined,
): Partial<Attribution> => ({
  ...(promoted &&
    promoted.applied.length > 0 && {
      applied_promotions: promoted.applied.map(({ promotionId, amountMinor }) => ({
        promotion_id: promotionId,
        amount: formatMoney(amountMinor, currency),
      })),
    }),
  ...(customerId !== null && { subject_keys: [customerId] }),
});

export const rungUp = (
  sale: TillSale,
  number: string,
  { claim, assessment, promoted }: PricedSale,
): RungUp => ({
  id: sale.id,
  number,
  currency: claim.store.currency,
  totalMinor: claim.totalMinor,
  priceOverridden: sale.priceOverridden,
  taxVarianceMinor: assessment.taxVarianceMinor,
  pricesIncludeTax: sale.pricesIncludeTax,
  createdAt: claim.at,
  ...(promoted && {
    discountMinor: promoted.discountMinor,
    adjustments: sale.adjustments,
    quoteDifferenceMinor: promoted.differenceMinor,
  }),
});

/** `discount`: what the till says, if it does, and what the service computes. */
export function refuseContradictions(
  claim: SaleClaim,
  discount: { sent: Minor | undefined; expected: Minor } = { sent: undefined, expected: 0 },
): void {
  const contradictions = checkClaim({
    lines: claim.lines.map(line => ({
      quantity: line.quantity,
      stepsPerUnit: stepsPerUnit(line.unit),
      unitPrice: line.unitPriceMinor,
      subtotal: line.subtotalMinor,
    })),
    ...unitsOf(claim.store.currency),
    subtotal: claim.subtotalMinor,
    taxAmount: claim.taxMinor,
    totalAmount: claim.totalMinor,
    discount,
    pricesIncludeTax: claim.store.pricesIncludeTax,
  });
  const { pricesIncludeTax } = claim.store;
  if (pricesIncludeTax && claim.taxMinor > claim.totalMinor) {
    const message = `Sent ${formatMoney(claim.taxMinor, claim.store.currency)}, which is more than the total that contains it.`;
    throw new Failure('invalid', 'SUM_MISMATCH', `tax_amount: ${message}`, {
      fields: { tax_amount: [message] },
    });
  }
  const [first] = contradictions;
  if (first === undefined) return;
  const fields: FieldErrors = {};
  for (const { field, sent, expected } of contradictions) {
    fields[field] = [`Sent ${sent}, expected ${expected}.`];
  }
  throw new Failure(
    'invalid',
    'SUM_MISMATCH',
    `${first.field}: sent ${first.sent}, expected ${first.expected}.`,
    { fields },
  );
}

/** The line of a basket, keyed by its position. */
export const saleLine = (
  variant: SellableVariant & { priceList?: string | null },
  position: number,
  quantity: number,
  unitPriceMinor: Minor,
): PricedLine => ({
  key: String(position),
  variantId: variant.id,
  productId: variant.productId,
  categoryId: variant.categoryId,
  collectionIds: variant.collectionIds,
  sku: variant.sku,
  quantity,
  ...(isMeasured(variant.unit) && { stepsPerUnit: stepsPerUnit(variant.unit) }),
  unitPriceMinor,
  priceList: variant.priceList,
  isTaxExempt: variant.isTaxExempt,
  taxClass: variant.taxClass,
  ...(variant.parts && { parts: variant.parts.map(linePart) }),
});

/** What pricing needs to know of a part of a bundle. */
export const linePart = ({ weight, isTaxExempt, taxClass }: BundlePart): LinePart => ({
  weight,
  isTaxExempt,
  taxClass,
});

type Terms = Pick<Basket, 'promotions' | 'discounts'> & { tax?: TaxTerms };

export const taxTermsOfSale = ({
  store,
  at,
  customer,
}: Pick<SaleClaim, 'store' | 'at' | 'customer'>): TaxTerms =>
  taxTermsOf(store, at, customer?.taxExemption);

/** Compares the claim with the prices and taxes of the service, or with those of the terms. */
export function assess(
  claim: SaleClaim,
  variants: readonly SellableVariant[],
  { promotions, discounts, tax: terms = taxTermsOfSale(claim) }: Terms = {},
): { lines: NewLine[]; assessment: Assessment; totals: Totals } {
  refuseOddGiftCards(claim.lines, variants);
  const lines = claim.lines.map((line, index) => ({
    ...saleLine(variants[index] as SellableVariant, index, line.quantity, line.unitPriceMinor),
    // A label may print the price of weighed goods.
    ...(isMeasured(line.unit) && { printedMinor: line.subtotalMinor }),
  }));
  // The prices of the claim are already net for an exempt customer.
  const taxes = terms.taxExemption === undefined ? terms.taxes : [];
  const { pricesIncludeTax } = terms;
  const { currency } = claim.store;
  const basket = { lines, promotions, discounts, taxes, pricesIncludeTax, ...unitsOf(currency) };
  const charged = totalsOf({ ...basket, chargedTaxMinor: claim.taxMinor });
  const expected = totalsOf(basket);
  const catalogPrices = variants.map(variant => catalogPriceOf(variant, terms));
  const prices = catalogPrices.flatMap((priceMinor, index) =>
    variance(
      `line_items.${index}.unit_price`,
      claim.lines[index]?.unitPriceMinor ?? 0,
      priceMinor,
      currency,
    ),
  );
  const sold = soldLines(claim, variants, charged, terms);
  const lowered = loweredPrices(claim, sold);
  return {
    lines: sold,
    assessment: {
      variances: [
        ...prices,
        ...variance('tax_amount', claim.taxMinor, expected.taxMinor, currency),
      ],
      discountMinor: sumOf(lowered.map(line => line.amountMinor)),
      taxVarianceMinor: claim.taxMinor - expected.taxMinor,
      lowered,
      raised: raisedPrices(claim.lines, variants, catalogPrices),
      given: [],
    },
    totals: charged,
  };
}

function soldLines(
  { lines: claimed, store: { currency } }: SaleClaim,
  variants: readonly SellableVariant[],
  { lines: totals }: Totals,
  terms: TaxTerms,
): NewLine[] {
  const goods = variants.map((variant, index) => ({ variant, totals: totals[index] }));
  const lines = newLines(goods, terms, currency);
  const articles = articlesOf(lines);
  return lines.map((line, position) => {
    const accountId = claimed[articles[position] ?? 0]?.accountId;
    return { ...line, ...(accountId && { value_account_id: accountId }) };
  });
}

/** A line above its catalogue price does not offset a line below it. */
function loweredPrices(
  { lines: claimed, store: { currency } }: SaleClaim,
  lines: readonly NewLine[],
): LoweredPrice[] {
  const articles = articlesOf(lines);
  return lines.flatMap(({ catalog_price, unit_price, quantity, unit }, line) => {
    const offMinor = minor(catalog_price, currency) - minor(unit_price, currency);
    const amountMinor = priceOf(Math.max(0, offMinor), quantity, stepsPerUnit(unit));
    const reason = claimed[articles[line] ?? 0]?.priceReason ?? null;
    return offMinor > 0 ? [{ line, amountMinor, reason }] : [];
  });
}
