import type { Autocommit, Reader } from '../../platform/database/tx.js';
import { Failure, type FieldErrors } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor, sumOf, times } from '../../platform/money.js';
import { hintEvents } from '../../platform/work/events/outbox.js';
import { type SellableVariant, variantsByIds, variantsBySkus } from '../catalog/index.js';
import { checkClaim, parseRate, totalsOf } from '../pricing/index.js';
import type { SellingStore } from '../stores/index.js';
import { type Approved, type LoweredPrice, manualAdjustments } from './adjustments.js';
import { insertSale, type NewLine } from './new-sale-repository.js';
import { type Variance, variance } from './rules.js';

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
  store: SellingStore;
  terminalId: string | null;
  employeeId: string;
  customerId: string | null;
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

/**
 * Records a sale as the till charged it. Sums must add up; a price or tax that differs from the
 * server's is kept and flagged, because the customer paid it. `approve` may refuse such a sale
 * if the store's policy requires an approval.
 */
export async function ringUpSale(
  writer: Autocommit,
  claim: SaleClaim,
  approve: (assessment: Assessment) => Promise<Approved | undefined>,
): Promise<RungUp> {
  refuseContradictions(claim);
  const variants = await variantsOf(writer, claim.lines);
  const { lines, assessment } = assess(claim, variants);
  const approval = assessment.variances.length > 0 ? await approve(assessment) : undefined;
  const id = newId(claim.at);
  const total = formatMoney(claim.totalMinor);
  const priceOverridden = assessment.variances.some(item => item.field !== 'tax_amount');
  const number = await insertSale(
    writer,
    {
      id,
      storeId: claim.store.id,
      terminalId: claim.terminalId,
      employeeId: claim.employeeId,
      customerId: claim.customerId,
      source: 'pos',
      status: 'pending',
      currency: claim.store.currency,
      subtotal: formatMoney(claim.subtotalMinor),
      promotionDiscount: '0.00',
      taxAmount: formatMoney(claim.taxMinor),
      shippingAmount: '0.00',
      totalAmount: total,
      variances: assessment.variances,
      adjustments: manualAdjustments(assessment.lowered, claim.employeeId, approval),
      priceOverridden,
      taxVariance: formatMoney(assessment.taxVarianceMinor),
      notes: '',
      customerEmail: null,
      expiresAt: null,
      createdAt: claim.at,
    },
    lines,
  );
  hintEvents(writer);
  return {
    id,
    number,
    totalMinor: claim.totalMinor,
    priceOverridden,
    taxVarianceMinor: assessment.taxVarianceMinor,
    createdAt: claim.at,
  };
}

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

/** The variant of each line. Reports all lines with a missing, unknown or contradictory variant. */
export async function variantsOf(
  reader: Reader,
  lines: readonly Pick<ClaimedLine, 'variantId' | 'sku'>[],
): Promise<SellableVariant[]> {
  const ids = lines.flatMap(line => line.variantId ?? []);
  const skus = lines.flatMap(line => (line.variantId === undefined ? (line.sku ?? []) : []));
  const [byId, bySku] = await Promise.all([
    ids.length > 0 ? variantsByIds(reader, [...new Set(ids)]) : [],
    skus.length > 0 ? variantsBySkus(reader, [...new Set(skus)]) : [],
  ]);
  const idIndex = new Map(byId.map(variant => [variant.id, variant]));
  const skuIndex = new Map(bySku.map(variant => [variant.sku, variant]));
  const fields: FieldErrors = {};
  const variants = lines.flatMap((line, index) => {
    const at = `line_items.${index}`;
    const variant =
      line.variantId === undefined
        ? skuIndex.get(line.sku ?? '')
        : idIndex.get(line.variantId.toLowerCase());
    if (variant === undefined) {
      const field = line.variantId === undefined ? 'sku' : 'product_variant_id';
      fields[`${at}.${field}`] = ['There is no such product variant.'];
    } else if (line.sku !== undefined && line.sku !== variant.sku) {
      fields[`${at}.sku`] = ['This SKU belongs to another variant.'];
    } else if (!variant.isActive) {
      fields[`${at}.${line.sku === undefined ? 'product_variant_id' : 'sku'}`] = [
        'This is no longer sold.',
      ];
    }
    return variant ?? [];
  });
  if (Object.keys(fields).length > 0) {
    throw new Failure('invalid', 'UNKNOWN_VARIANT', 'Some lines cannot be sold.', { fields });
  }
  return variants;
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
