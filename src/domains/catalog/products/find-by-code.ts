import type { Reader } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { goodsOnLabel, type Label, readLabel } from '../../../platform/label-codes.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { Staff } from '../../access/index.js';
import { resolveStore } from '../../stores/index.js';
import { patternsOfStore } from '../barcodes/repository.js';
import { presentProduct } from './present.js';
import { productByCode } from './repository.js';

/**
 * Looks up a scanned code: a barcode or SKU, else a label of the store's scales. One statement on
 * two unique indexes, so it needs no cache; a label costs two more.
 */
export async function findByCode(reader: Reader, caller: Staff, code: string, store?: string) {
  const exact = await scanned(reader, code);
  if (exact !== undefined) return exact;
  const label = await labelOf(reader, caller, code, store);
  const found = label && (await scanned(reader, label.itemCode));
  if (found === undefined || label === undefined) throw notFound('Product');
  const { unit, price } = found.variant;
  const goods = goodsOnLabel(label, unit, minor(price));
  if (goods === 'PIECES_ONLY') {
    throw invalidField(
      'code',
      'The label has a weight, but the goods are sold by the piece.',
      'PIECES_ONLY',
    );
  }
  if (goods === 'EMPTY_LABEL') {
    throw invalidField('code', 'The label has a weight or price of 0.', 'EMPTY_LABEL');
  }
  const { quantity, printedMinor } = goods;
  return {
    ...found,
    quantity: shownQuantity(quantity, unit),
    ...(printedMinor !== null && { printed_price: formatMoney(printedMinor) }),
  };
}

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
): Promise<Label | undefined> {
  const storeId =
    store === undefined ? caller.till?.storeId : await resolveStore(reader, caller, store);
  if (storeId === undefined) return undefined;
  const label = readLabel(code, await patternsOfStore(reader, storeId));
  if (label !== 'WRONG_CHECK_DIGIT') return label;
  throw invalidField(
    'code',
    'The check digit is wrong; scan the label again.',
    'WRONG_CHECK_DIGIT',
  );
}
