import type { Tx } from '../../../platform/database/tx.js';
import { bodyCheck } from '../../../platform/http/validation.js';
import { partial } from '../../../platform/http/write-routes.js';
import { newId } from '../../../platform/ids.js';
import { formatHundredths, hundredths, normalAmount } from '../../../platform/money.js';
import type { Unit } from '../../../platform/quantity.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { CatalogChange } from '../changes.js';
import { differences, type Fields, valuesOf } from '../differences.js';
import { variantSaved } from '../events.js';
import {
  insertVariant,
  type NestedVariant,
  takenSkus,
  updateKnownVariant,
} from '../variants/repository.js';
import { toVariantColumns } from '../variants/save-variant.js';
import { type VariantFields, VariantInput } from '../variants/schemas.js';
import {
  assignUntilUndone,
  type KnownProduct,
  type PutBatch,
  withVariantPrefix,
} from './put-batch.js';
import type { ProductRow, PutAction } from './put-product.js';

type Context = { log?(change: CatalogChange): void; batch: PutBatch };

/** A variant after a row; `isNew` if the row created it. */
export type PutVariant = { id: string; sku: string; unit: Unit; isNew: boolean };
type Written = PutVariant & { action: PutAction };

const checkNew = bodyCheck(VariantInput);
const checkChange = bodyCheck(partial(VariantInput));

/** Creates or changes the variant of a row with the next flush of the batch. */
export async function putVariant(
  tx: Tx,
  product: KnownProduct,
  { variant: fields = {}, otherSku }: ProductRow,
  { log, batch }: Context,
): Promise<Written> {
  try {
    const sku = await skuFor(tx, product, String(fields.sku), otherSku, batch);
    const named = { ...fields, sku };
    const known = product.variants.find(variant => variant.sku === sku);
    if (known === undefined) return addVariantLater(product, named, { log, batch });
    checkChange(named);
    const after = differences(known, asStored(named));
    const names = Object.keys(after);
    const written = { id: known.id, sku, unit: known.unit as Unit, isNew: false };
    if (names.length === 0) return { action: 'unchanged', ...written };
    const before = valuesOf(known, names);
    const columns = toVariantColumns(after as Partial<VariantFields>, known);
    batch.writes.defer(tx => updateKnownVariant(tx, known.id, columns));
    assignUntilUndone(batch.writes, known, after);
    const saved = variantSaved({ id: known.id, sanity_id: known.sanity_id });
    batch.writes.defer(tx => record(tx, saved));
    log?.({ record: 'variant', id: known.id, created: false, before, after });
    return { action: 'updated', ...written };
  } catch (error) {
    throw withVariantPrefix(error);
  }
}

function addVariantLater(
  product: KnownProduct,
  fields: Fields & { sku: string },
  { log, batch }: Context,
): Written {
  const { sku } = fields;
  checkNew(fields);
  const id = newId();
  const row = { ...fields, product_id: product.id } as unknown as VariantFields;
  const columns = toVariantColumns(row, { cost: null, cost_currency: '' });
  batch.writes.defer(tx => insertVariant(tx, { ...columns, id }));
  batch.writes.defer(tx => record(tx, variantSaved({ id })));
  const after = asStored(fields);
  log?.({ record: 'variant', id, created: true, before: {}, after });
  const { unit = 'piece' } = after as { unit?: Unit };
  product.variants.push({ ...after, id, unit } as NestedVariant);
  const wasTaken = batch.skus.get(sku);
  batch.skus.set(sku, true);
  batch.writes.onUndo(() => {
    product.variants.pop();
    if (wasTaken === undefined) batch.skus.delete(sku);
    else batch.skus.set(sku, wasTaken);
  });
  return { action: 'created', id, sku, unit, isNew: true };
}

/** A derived SKU gives way to a variant of another product. */
async function skuFor(
  tx: Tx,
  product: KnownProduct,
  sku: string,
  otherSku: string | undefined,
  { skus }: PutBatch,
): Promise<string> {
  const has = (wanted: string) => product.variants.some(variant => variant.sku === wanted);
  if (otherSku === undefined || has(sku)) return sku;
  if (has(otherSku)) return otherSku;
  if (!skus.has(sku)) skus.set(sku, (await takenSkus(tx, [sku])).length > 0);
  return skus.get(sku) ? otherSku : sku;
}

const STORED_AS: Record<string, (value: string) => string> = {
  price: value => formatHundredths(hundredths(value)),
  cost: normalAmount,
  content_amount: value => Number(value).toFixed(3),
};

/** Formats numbers as the database does, so that 12.5 does not count as a change of 12.50. */
const asStored = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === null ? null : (STORED_AS[name]?.(value as string) ?? value),
    ]),
  );
