import type { Tx } from '../../../platform/database/tx.js';
import { forbidden, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { variantSaved } from '../events.js';
import { refusal } from '../refusals.js';
import {
  insertVariant,
  updateVariant,
  type VariantWithProduct,
  variantByRef,
} from './repository.js';
import type { VariantFields } from './schemas.js';

/** Inserts the row without an event; `within` is the path of the variant in the body. */
export async function addVariant(tx: Tx, fields: VariantFields, within = ''): Promise<string> {
  const id = newId();
  try {
    await insertVariant(tx, { ...toColumns(fields), id });
  } catch (error) {
    throw refusal(error, within);
  }
  return id;
}

/** The stores the caller manages; `chain` means all of them. */
export type Reach = 'chain' | readonly string[];

/** Creates a variant, or updates one by UUID or SKU. */
export async function saveVariant(
  tx: Tx,
  ref: string | undefined,
  change: Partial<VariantFields>,
  reach: Reach = 'chain',
): Promise<VariantWithProduct> {
  const id =
    ref === undefined
      ? await addVariant(tx, change as VariantFields)
      : await changeVariant(tx, ref, change, reach);
  const saved = await variantByRef(tx, id);
  if (saved === undefined) throw notFound('Product variant');
  await record(tx, variantSaved(saved));
  return saved;
}

async function changeVariant(
  tx: Tx,
  ref: string,
  change: Partial<VariantFields>,
  reach: Reach,
): Promise<string> {
  const found = await variantByRef(tx, ref);
  if (found === undefined) throw notFound('Product variant');
  const isRepriced = change.price !== undefined && minor(change.price) !== minor(found.price);
  if (isRepriced && reach !== 'chain') {
    throw forbidden(
      'A price applies to all stores, including those you do not manage.',
      'PERMISSION_DENIED',
    );
  }
  try {
    await updateVariant(tx, found.id, toColumns(change));
  } catch (error) {
    throw refusal(error);
  }
  return found.id;
}

const toColumns = <T extends Partial<VariantFields>>({ attributes, ...rest }: T) => ({
  ...rest,
  ...(attributes && { attributes: JSON.stringify(attributes) }),
});
