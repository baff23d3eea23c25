import type { Reader } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { goodsAtPrice, type Label, readLabel } from '../../../platform/label-codes.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { Staff } from '../../access/index.js';
import { resolveStore } from '../../stores/index.js';
import { patternsOfStore } from '../barcodes/repository.js';
import { presentProduct } from './present.js';
import { productByCode } from './repository.js';

/** The price of one unit at a quantity in steps; undefined: the store does not sell the goods. */
export type PriceFor = (quantity: number) => Minor | undefined;

/** The prices of a variant in a store, whose list a domain above this one knows. */
export type PricesOf = (
  storeId: string,
  variant: { id: string; unit: string; price: string; sku: string },
) => Promise<{ priceFor: PriceFor; notSold: () => Error; currency: string }>;

/**
 * Looks up a scanned code: a barcode or SKU, else a label of the store's scales. One statement on
 * two unique indexes, so it needs no cache; a label costs five more.
 */
export async function findByCode(
  reader: Reader,
  caller: Staff,
  { code, store }: { code: string; store?: string },
  pricesOf: PricesOf,
) {
  const exact = await scanned(reader, code);
  if (exact !== undefined) return exact;
  const read = await labelOf(reader, caller, code, store);
  const found = read && (await scanned(reader, read.label.itemCode));
  if (found === undefined || read === undefined) throw notFound('Product');
  const { variant } = found;
  const { priceFor, notSold, currency } = await pricesOf(read.storeId, variant);
  const goods = goodsAtPrice(read.label, variant.unit, priceFor, currency);
  if (goods === 'NOT_SOLD') throw notSold();
  if (typeof goods === 'string') throw refusalOf(goods);
  const { quantity, printedMinor, unitPriceMinor } = goods;
  return {
    ...found,
    quantity: shownQuantity(quantity, variant.unit),
    unit_price: formatMoney(unitPriceMinor, currency),
    ...(printedMinor !== null && { printed_price: formatMoney(printedMinor, currency) }),
  };
}

const refusalOf = (refusal: 'PIECES_ONLY' | 'EMPTY_LABEL'): Error =>
  refusal === 'PIECES_ONLY'
    ? invalidField(
        'code',
        'The label has a weight, but the goods are sold by the piece.',
        'PIECES_ONLY',
      )
    : invalidField('code', 'The label has a weight or price of 0.', 'EMPTY_LABEL');

async function scanned(reader: Reader, code: string) {
  const found = await productByCode(reader, code);
  if (found === undefined) return undefined;
  const { matched_id, ...product } = found;
  const shown = presentProduct(product);
  const variant = shown.variants.find(each => each.id === matched_id);
  return variant && { ...shown, variant };
}

async function labelOf(
  reader: Reader,
  caller: Staff,
  code: string,
  store: string | undefined,
): Promise<{ storeId: string; label: Label } | undefined> {
  const storeId =
    store === undefined ? caller.till?.storeId : await resolveStore(reader, caller, store);
  if (storeId === undefined) return undefined;
  const label = readLabel(code, await patternsOfStore(reader, storeId));
  if (label !== 'WRONG_CHECK_DIGIT') return label && { storeId, label };
  throw invalidField(
    'code',
    'The check digit is wrong; scan the label again.',
    'WRONG_CHECK_DIGIT',
  );
}
