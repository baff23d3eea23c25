import { unitsOf } from '../../platform/currencies.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, type FieldErrors, notFound, refuseFields } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { stepsPerUnit } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import type { SellableVariant } from '../catalog/index.js';
import { pricesFromDatabase } from '../prices/index.js';
import { totalsOf } from '../pricing/index.js';
import { storeForSelling } from '../stores/index.js';
import { atStorePrice } from './at-store-price.js';
import { saleUpdated } from './events.js';
import { quantitiesOf } from './quantities-of-lines.js';
import { visibleSale } from './read-sale.js';
import {
  linesOf,
  lockSale,
  type Sale,
  type SaleLine,
  updateLineTaxes,
  updateTotals,
} from './repository.js';
import { newLines } from './ring-up/new-lines.js';
import { insertLines } from './ring-up/new-sale-repository.js';
import { linePart } from './ring-up/ring-up-sale.js';
import type { Source } from './rules.js';
import type { LinesBody } from './schemas.js';
import { taxTermsOf } from './tax-terms.js';
import { variantsOf } from './variants-of-lines.js';

/** Sales opened in the back office. A till's customer knows the total; an order has its stock. */
const OPEN_SOURCES: ReadonlySet<Source> = new Set<Source>(['dashboard', 'api']);

/**
 * Adds lines to a sale that was opened empty and is not paid. The catalogue gives the prices, the
 * store's jurisdictions the tax. Prices and sums may be sent to confirm them.
 */
export async function addLines(
  platform: Platform,
  tx: Tx,
  caller: Staff,
  ref: string,
  body: Static<typeof LinesBody>,
): Promise<Sale> {
  const { id } = await visibleSale(tx, caller, ref);
  const sale = await lockSale(tx, id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  refuseClosed(sale);
  const wanted = body.line_items.map(({ product_variant_id: variantId, sku, quantity }) => ({
    variantId,
    sku,
    quantity,
  }));
  const [known, found, store] = await Promise.all([
    linesOf(tx, sale.id),
    variantsOf(tx, wanted),
    storeForSelling(platform, sale.store_id, tx),
  ]);
  if (store === undefined) throw notFound('Store');
  const quantities = quantitiesOf(body.line_items, found);
  const variants = await atStorePrice(
    platform,
    pricesFromDatabase(tx),
    { store, at: platform.clock.now() },
    wanted.map((line, index) => ({ ...line, quantity: quantities[index] ?? 0 })),
    found,
  );
  const added = variants.map((variant, index) => ({ variant, quantity: quantities[index] ?? 0 }));
  // As the sale was opened, though the store may have changed since.
  const terms = {
    ...taxTermsOf(store, sale.created_at),
    pricesIncludeTax: sale.prices_include_tax,
  };
  const totals = totalsOf({
    lines: [...known.map(line => oldLine(line, sale.currency)), ...added.map(priced)],
    ...terms,
    ...unitsOf(sale.currency),
  });
  const sums = {
    subtotal: formatMoney(totals.subtotalMinor, sale.currency),
    tax_amount: formatMoney(totals.taxMinor, sale.currency),
    total_amount: formatMoney(totals.totalMinor, sale.currency),
  };
  refuseContradictions(body, variants, sums, sale.currency);
  const position = Math.max(-1, ...known.map(line => line.position)) + 1;
  await insertLines(
    tx,
    sale.id,
    newLines(
      variants.map((variant, index) => ({ variant, totals: totals.lines[known.length + index] })),
      terms,
      sale.currency,
      position,
    ),
  );
  await updateLineTaxes(
    tx,
    sale.id,
    known.map((line, index) => ({
      position: line.position,
      tax: formatMoney(totals.lines[index]?.taxMinor ?? 0, sale.currency),
    })),
  );
  await updateTotals(tx, sale.id, sums, platform.clock.now());
  const saved = { ...sale, ...sums };
  await record(tx, saleUpdated(saved, { status: sale.status, changed: ['line_items'] }));
  return saved;
}

function refuseClosed({ status, source_system, card_hold, currency }: Sale): void {
  if (minor(card_hold, currency) > 0) {
    throw conflict('CARD_PAYMENT_IN_PROGRESS', 'A card payment is in progress.');
  }
  if (status === 'pending' && OPEN_SOURCES.has(source_system)) return;
  const message =
    status === 'pending'
      ? 'Only a sale that was opened in the back office takes lines.'
      : `A sale that is ${status} takes no lines.`;
  throw conflict('INVALID_STATE', message, { status });
}

const oldLine = (line: SaleLine, currency: string) => ({
  key: `old-${line.position}`,
  variantId: line.variant_id,
  productId: line.product_id,
  categoryId: null,
  sku: line.sku,
  quantity: line.quantity,
  stepsPerUnit: stepsPerUnit(line.unit),
  unitPriceMinor: minor(line.unit_price, currency),
  // The share of a part in the price of its bundle may be no multiple of its quantity.
  ...(line.bundle !== null && { printedMinor: minor(line.subtotal, currency) }),
  isTaxExempt: line.is_tax_exempt,
  taxClass: line.tax_class,
});

const priced = (
  { variant, quantity }: { variant: SellableVariant; quantity: number },
  index: number,
) => ({
  key: `new-${index}`,
  variantId: variant.id,
  productId: variant.productId,
  categoryId: variant.categoryId,
  sku: variant.sku,
  quantity,
  stepsPerUnit: stepsPerUnit(variant.unit),
  unitPriceMinor: variant.priceMinor,
  isTaxExempt: variant.isTaxExempt,
  taxClass: variant.taxClass,
  ...(variant.parts && { parts: variant.parts.map(linePart) }),
});

type Sums = { subtotal: string; tax_amount: string; total_amount: string };

/** Names every sent amount that is not the service's. */
function refuseContradictions(
  body: Static<typeof LinesBody>,
  variants: readonly SellableVariant[],
  sums: Sums,
  currency: string,
): void {
  const fields: FieldErrors = {};
  const compare = (field: string, sent: string | number | undefined, expected: string): void => {
    if (sent === undefined || minor(sent, currency) === minor(expected, currency)) return;
    fields[field] = [`Sent ${formatMoney(minor(sent, currency), currency)}, expected ${expected}.`];
  };
  variants.forEach((variant, index) => {
    const sent = body.line_items[index]?.unit_price;
    compare(`line_items.${index}.unit_price`, sent, formatMoney(variant.priceMinor, currency));
  });
  for (const name of ['subtotal', 'tax_amount', 'total_amount'] as const) {
    compare(name, body[name], sums[name]);
  }
  refuseFields(fields, 'SUM_MISMATCH');
}
