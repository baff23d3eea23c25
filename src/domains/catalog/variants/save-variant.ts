import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productSaved, variantSaved } from '../events.js';
import { productById } from '../products/repository.js';
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
    await insertVariant(tx, { ...toVariantColumns(fields, { cost: null, cost_currency: '' }), id });
  } catch (error) {
    throw refusal(error, within);
  }
  return id;
}

/** Creates a variant, or updates one by UUID or SKU. */
export async function saveVariant(
  tx: Tx,
  ref: string | undefined,
  change: Partial<VariantFields>,
): Promise<VariantWithProduct> {
  const id =
    ref === undefined
      ? await addVariant(tx, change as VariantFields)
      : await changeVariant(tx, ref, change);
  const saved = await variantByRef(tx, id);
  if (saved === undefined) throw notFound('Product variant');
  await record(tx, variantSaved(saved));
  return saved;
}

async function changeVariant(tx: Tx, ref: string, change: Partial<VariantFields>): Promise<string> {
  const found = await variantByRef(tx, ref);
  if (found === undefined) throw notFound('Product variant');
  try {
    await updateVariant(tx, found.id, toVariantColumns(change, found));
  } catch (error) {
    throw refusal(error);
  }
  if (change.product_id !== undefined && change.product_id !== found.product_id) {
    const former = await productById(tx, found.product_id);
    if (former !== undefined) await record(tx, productSaved(former));
  }
  return found.id;
}

type Costed = { cost: string | null; cost_currency: string };

/** A cost has the digits of its currency, also if only the currency changes. */
function costIn(change: Partial<VariantFields>, known: Costed): Partial<Costed> {
  if (change.cost === undefined && change.cost_currency === undefined) return {};
  const currency = change.cost_currency ?? known.cost_currency;
  const cost = change.cost === undefined ? known.cost : change.cost;
  return { cost: cost === null ? null : formatMoney(minor(cost, currency), currency) };
}

export const toVariantColumns = <T extends Partial<VariantFields>>(change: T, known: Costed) => {
  const { attributes, ...rest } = change;
  return {
    ...rest,
    ...costIn(change, known),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  };
};
