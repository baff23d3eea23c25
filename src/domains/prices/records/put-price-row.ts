import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { type FieldErrors, invalid, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import { appliesToChain } from '../../access/index.js';
import { findVariant, type PutAction } from '../../catalog/index.js';
import { holdListOfCode } from '../lists/repository.js';
import { putPrice } from './file-repository.js';
import { QUANTITY_PROBLEM, readAmount, readMoment, readQuantity } from './rules.js';

/** A row of a file: the price of a SKU in a list, from a quantity and perhaps a moment on. */
export type PriceFileRow = {
  sku: string;
  price_list: string;
  min_quantity?: string | number;
  amount: string;
  valid_from?: string | null;
};

/** What an import did to a price, so that it can be undone. */
export type PriceUndo = {
  record: 'price';
  id: string;
  created: boolean;
  /** The amount before; null for a new price. */
  before: string | null;
  after: string;
};

const NO_VARIANT = 'There is no such product variant.';

/**
 * Writes one price of a list. The own price of a variant is in the file of products, so that a
 * forgotten list never changes it.
 */
export async function putPriceRow(
  tx: Tx,
  row: PriceFileRow,
  reach: 'chain' | readonly string[],
  log?: (change: PriceUndo) => void,
): Promise<PutAction> {
  // The person who started the import may have lost the right to all stores since.
  if (reach !== 'chain') throw appliesToChain();
  const list = await holdListOfCode(tx, row.price_list);
  const variant = await findVariant(tx, { sku: row.sku });
  const quantity = readQuantity(row.min_quantity);
  const amount = readAmount(row.amount, list?.currency ?? '');
  const validFrom = readMoment(row.valid_from);
  const problems: FieldErrors = {};
  if (variant === undefined) problems.sku = [NO_VARIANT];
  if (list === undefined) problems.price_list = ['There is no such price list.'];
  if (quantity === undefined) problems.min_quantity = [QUANTITY_PROBLEM.message];
  if (typeof amount !== 'number') problems.amount = [amount.message];
  if (validFrom === undefined) problems.valid_from = ['Must be a valid date and time.'];
  if (!variant || !list || !quantity || typeof amount !== 'number' || validFrom === undefined) {
    throw invalid('The row has errors.', problems);
  }
  try {
    const after = formatMoney(amount, list.currency);
    const { action, id, before } = await putPrice(tx, {
      id: newId(),
      variant_id: variant.id,
      price_list_id: list.id,
      min_quantity: quantity,
      amount: after,
      valid_from: validFrom,
    });
    const created = action === 'created';
    if (action !== 'unchanged') log?.({ record: 'price', id, created, before, after });
    return action;
  } catch (error) {
    // Deleted since it was found.
    if (brokenConstraint(error) === 'prices_variant_id_fkey') throw invalidField('sku', NO_VARIANT);
    throw error;
  }
}
