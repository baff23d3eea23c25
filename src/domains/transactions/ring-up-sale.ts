import type { Autocommit } from '../../platform/database/tx.js';
import { Failure, type FieldErrors } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor, sumOf, times } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { type ReferenceSnapshot, StaleReferenceData } from '../../platform/reference-data/index.js';
import { hintEvents } from '../../platform/work/events/outbox.js';
import type { SellableVariant } from '../catalog/index.js';
import { pricesFromMemory } from '../prices/index.js';
import { checkClaim, parseRate, totalsOf } from '../pricing/index.js';
import type { SellingStore, TillStore } from '../stores/index.js';
import { type Approved, type LoweredPrice, manualAdjustments } from './adjustments.js';
import { atStorePrice } from './at-store-price.js';
import type { NewLine } from './new-sale-repository.js';
import { payableSale, rememberSale } from './recent-sales.js';
import { type Variance, variance } from './rules.js';
import { insertTillSale, type TillSale } from './till-sale-repository.js';
import { rememberedVariantsOf } from './variants-of-lines.js';

export type ClaimedLine = {
  variantId?: string;
  sku?: string;
  quantity: number;
  unitPriceMinor: Minor;
  subtotalMinor: Minor;
  /** Why the price is not that of the catalogue. */
  priceReason?: string;
};

/** A sale with the prices, taxes and sums that the till computed. */
export type SaleClaim = {
  store: TillStore;
  terminalId: string | null;
  employeeId: string;
  customerId: string | null;
  /** Price lists may be for one group of customers. */
  customerGroup?: string | null;
  lines: ClaimedLine[];
  subtotalMinor: Minor;
  taxMinor: Minor;
  totalMinor: Minor;
  at: Date;
};

export type RungUp = {
  id: string;
  number: string;
  totalMinor: Minor;
  priceOverridden: boolean;
  taxVarianceMinor: Minor;
  createdAt: Date;
};

/** Differences between what the till charged and what the server computes. */
export type Assessment = {
  variances: Variance[];
  /** Total discount against the catalogue prices. */
  discountMinor: Minor;
  taxVarianceMinor: Minor;
  /** The lines below their catalogue price. */
  lowered: LoweredPrice[];
};

/** A sale whose sums add up and whose lines are all for sale; nothing is written yet. */
export type PricedSale = { claim: SaleClaim; lines: NewLine[]; assessment: Assessment };

/** Checks the claim of a till and compares it with the prices and taxes in memory. */
export async function priceSale(
  platform: Platform,
  data: ReferenceSnapshot,
  claim: SaleClaim,
): Promise<PricedSale> {
  refuseContradictions(claim);
  const { db } = platform;
  const variants = await atStorePrice(
    platform,
    pricesFromMemory(data, db),
    { store: claim.store, customerGroup: async () => claim.customerGroup ?? null, at: claim.at },
    claim.lines,
    await rememberedVariantsOf(data, db, claim.lines),
  );
  return { claim, ...assess(claim, variants) };
}

/** May refuse a sale that differs from the catalogue if the store's policy requires an approval. */
export type Approve = (assessment: Assessment) => Promise<Approved | undefined>;

/**
 * Records a sale as the till charged it. A price or tax that differs from the server's is kept and
 * flagged, because the customer paid it.
 */
export async function ringUpSale(
  platform: Platform,
  writer: Autocommit,
  data: ReferenceSnapshot,
  priced: PricedSale,
  approve: Approve,
): Promise<RungUp> {
  const sale = await newTillSale(priced, approve);
  const number = await insertTillSale(writer, sale, priced.lines, data.version);
  if (number === undefined) throw new StaleReferenceData();
  hintEvents(writer);
  rememberSale(platform, payableSale(sale, priced.lines, number));
  return rungUp(sale, number, priced);
}

/** The row of the sale, after the approval that it may need. */
export async function newTillSale(
  { claim, assessment }: PricedSale,
  approve: Approve,
): Promise<TillSale> {
  const approval = assessment.variances.length > 0 ? await approve(assessment) : undefined;
  return {
    id: newId(claim.at),
    storeId: claim.store.id,
    terminalId: claim.terminalId,
    employeeId: claim.employeeId,
    customerId: claim.customerId,
    currency: claim.store.currency,
    subtotal: formatMoney(claim.subtotalMinor),
    taxAmount: formatMoney(claim.taxMinor),
    totalAmount: formatMoney(claim.totalMinor),
    variances: assessment.variances,
    adjustments: manualAdjustments(assessment.lowered, claim.employeeId, approval),
    priceOverridden: assessment.variances.some(item => item.field !== 'tax_amount'),
    taxVariance: formatMoney(assessment.taxVarianceMinor),
    createdAt: claim.at,
  };
}

export const rungUp = (sale: TillSale, number: string, { claim, assessment }: PricedSale) => ({
  id: sale.id,
  number,
  totalMinor: claim.totalMinor,
  priceOverridden: sale.priceOverridden,
  taxVarianceMinor: assessment.taxVarianceMinor,
  createdAt: claim.at,
});

function refuseContradictions(claim: SaleClaim): void {
  const contradictions = checkClaim({
    lines: claim.lines.map(line => ({
      quantity: line.quantity,
      unitPrice: line.unitPriceMinor,
      subtotal: line.subtotalMinor,
    })),
    subtotal: claim.subtotalMinor,
    taxAmount: claim.taxMinor,
    totalAmount: claim.totalMinor,
  });
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

function assess(
  claim: SaleClaim,
  variants: readonly SellableVariant[],
): { lines: NewLine[]; assessment: Assessment } {
  const basket = claim.lines.map((line, index) => {
    const variant = variants[index] as SellableVariant;
    return {
      key: String(index),
      variantId: variant.id,
      productId: variant.productId,
      categoryId: variant.categoryId,
      sku: variant.sku,
      quantity: line.quantity,
      unitPriceMinor: line.unitPriceMinor,
      isTaxExempt: variant.isTaxExempt,
    };
  });
  const taxes = taxRates(claim.store);
  const charged = totalsOf({ lines: basket, taxes, chargedTaxMinor: claim.taxMinor });
  const expected = totalsOf({ lines: basket, taxes });
  const prices = variants.flatMap((variant, index) =>
    variance(
      `line_items.${index}.unit_price`,
      claim.lines[index]?.unitPriceMinor ?? 0,
      variant.priceMinor,
    ),
  );
  // A line above its catalogue price does not offset a line below it.
  const lowered = claim.lines.flatMap((line, index) => {
    const offMinor = (variants[index]?.priceMinor ?? 0) - line.unitPriceMinor;
    const amountMinor = times(offMinor, line.quantity);
    return offMinor > 0 ? [{ line: index, amountMinor, reason: line.priceReason ?? null }] : [];
  });
  return {
    lines: variants.map((variant, index) => newLine(variant, index, charged.lines[index])),
    assessment: {
      variances: [...prices, ...variance('tax_amount', claim.taxMinor, expected.taxMinor)],
      discountMinor: sumOf(lowered.map(line => line.amountMinor)),
      taxVarianceMinor: claim.taxMinor - expected.taxMinor,
      lowered,
    },
  };
}

export const taxRates = (store: Pick<SellingStore, 'taxes'>) =>
  store.taxes.map(tax => ({
    jurisdictionId: tax.id,
    code: tax.code,
    name: tax.name,
    rateMicros: parseRate(tax.rate),
  }));

export function newLine(
  variant: SellableVariant,
  position: number,
  totals:
    | {
        quantity: number;
        unitPriceMinor: Minor;
        grossMinor: Minor;
        discountMinor: Minor;
        taxMinor: Minor;
      }
    | undefined,
): NewLine {
  if (totals === undefined) throw new Error('a line has no totals');
  return {
    id: newId(),
    position,
    variant_id: variant.id,
    product_id: variant.productId,
    sku: variant.sku,
    name: variant.name,
    product_name: variant.productName,
    variant_name: variant.variantName,
    quantity: totals.quantity,
    unit_price: formatMoney(totals.unitPriceMinor),
    catalog_price: formatMoney(variant.priceMinor),
    subtotal: formatMoney(totals.grossMinor),
    discount: formatMoney(totals.discountMinor),
    tax: formatMoney(totals.taxMinor),
    is_tax_exempt: variant.isTaxExempt,
    minimum_age: variant.minimumAge,
    cost_at_sale: variant.costMinor === null ? null : formatMoney(variant.costMinor),
    cost_currency: variant.costCurrency,
  };
}
