import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { isUuid, newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import { findVariant } from '../../catalog/index.js';
import { holdList } from '../lists/repository.js';
import { insertPrice, type PriceRow, priceById, updatePrice } from './repository.js';
import { QUANTITY_PROBLEM, readAmount, readMoment, readQuantity } from './rules.js';
import type { PriceFields } from './schemas.js';

/** Creates or changes a price. One with `valid_from` in the future replaces the current one then. */
export async function savePrice(
  tx: Tx,
  id: string | undefined,
  change: Partial<PriceFields>,
): Promise<PriceRow> {
  const before = id === undefined ? undefined : await priceById(tx, id);
  if (id !== undefined && before === undefined) throw notFound('Price');
  const variantId =
    change.variant === undefined ? before?.variant_id : await variantIdOf(tx, change.variant);
  const list = await holdList(tx, change.price_list ?? before?.price_list_id ?? '');
  if (list === undefined) throw invalidField('price_list', 'There is no such price list.');
  const columns = {
    variant_id: variantId ?? '',
    price_list_id: list.id,
    amount: amountIn(change.amount ?? before?.amount ?? '', list.currency),
    ...(change.min_quantity !== undefined && { min_quantity: quantityOf(change.min_quantity) }),
    ...(change.valid_from !== undefined && { valid_from: momentIn(change.valid_from) }),
  };
  const priceId = before?.id ?? newId();
  try {
    if (before) await updatePrice(tx, priceId, columns);
    else await insertPrice(tx, { ...columns, id: priceId });
  } catch (error) {
    if (brokenConstraint(error) !== 'price_once') throw error;
    const message = 'The list has a price of this variant for this quantity and start.';
    throw new Failure('conflict', 'DUPLICATE', `min_quantity: ${message}`, {
      fields: { min_quantity: [message] },
    });
  }
  const saved = await priceById(tx, priceId);
  if (saved === undefined) throw notFound('Price');
  return saved;
}

async function variantIdOf(tx: Tx, ref: string): Promise<string> {
  const found = await findVariant(tx, isUuid(ref) ? { id: ref } : { sku: ref });
  if (found === undefined) throw invalidField('variant', 'There is no such product variant.');
  return found.id;
}

function amountIn(amount: string | number, currency: string): string {
  const read = readAmount(amount, currency);
  if (typeof read !== 'number') throw invalidField(read.field, read.message);
  return formatMoney(read, currency);
}

function quantityOf(input: string | number): string {
  const quantity = readQuantity(input);
  if (quantity === undefined) {
    throw invalidField(QUANTITY_PROBLEM.field, QUANTITY_PROBLEM.message);
  }
  return quantity;
}

function momentIn(text: string | null): Date | null {
  const at = readMoment(text);
  if (at === undefined) throw invalidField('valid_from', 'Must be a valid date and time.');
  return at;
}
