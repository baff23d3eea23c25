import type { Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import { bodyCheck } from '../../../platform/http/validation.js';
import { partial } from '../../../platform/http/write-routes.js';
import { formatHundredths, hundredths, normalAmount } from '../../../platform/money.js';
import type { Unit } from '../../../platform/quantity.js';
import { record } from '../../../platform/work/events/outbox.js';
import { appliesToChain } from '../../access/index.js';
import type { CatalogChange } from '../changes.js';
import { differences, type Fields, valuesOf } from '../differences.js';
import { variantSaved } from '../events.js';
import type { ReferenceKind } from '../references/kinds.js';
import { idsOfNames, idsOfSlugs, type ReferenceNames } from '../references/resolve-references.js';
import { statusOf } from '../rules.js';
import { type NestedVariant, variantByRef } from '../variants/repository.js';
import { addVariant, saveVariant } from '../variants/save-variant.js';
import { VariantInput } from '../variants/schemas.js';
import { type Product, productBySlug } from './repository.js';
import { saveProduct } from './save-product.js';
import { ProductBody, type ProductChange } from './schemas.js';

/** An import row: a product and optionally one of its variants. Omitted fields stay unchanged. */
export type ProductRow = {
  slug: string;
  product: Fields;
  /** Slugs of the references; an array for collections. */
  references: Partial<Record<ReferenceKind, string | readonly string[] | null>>;
  /** References by name; those that do not exist are created. */
  names?: ReferenceNames;
  variant: Fields | undefined;
  /** Replaces a derived SKU that a variant of another product has. */
  otherSku?: string;
};

/** The stores the caller manages; `chain` means all of them. */
export type Reach = 'chain' | readonly string[];

export type PutAction = 'created' | 'updated' | 'unchanged';

export type PutTrace = {
  /** Gets each change, in order. */
  log?(change: CatalogChange): void;
  /** Ids of references by name, to look each up once; forget them after a rollback. */
  known?: Map<string, string>;
  /** Products by slug as this transaction left them, so that the rows of one read it once. */
  products?: Map<string, Product>;
};

/** A variant after a row; `isNew` if the row created it. */
export type PutVariant = { id: string; sku: string; unit: Unit; isNew: boolean };

type Written = PutVariant & { action: PutAction };

const checkNew = bodyCheck(ProductBody);
const checkChange = bodyCheck(partial(ProductBody));
const checkNewVariant = bodyCheck(VariantInput);
const checkVariantChange = bodyCheck(partial(VariantInput));

/** Creates or updates a product by slug and its variant by SKU. */
export async function putProduct(
  tx: Tx,
  row: ProductRow,
  reach: Reach = 'chain',
  trace: PutTrace = {},
): Promise<{ action: PutAction; productId: number; variant?: PutVariant }> {
  // Whoever started the import may have lost the chain since.
  if (reach !== 'chain') throw appliesToChain();
  const found = trace.products?.get(row.slug) ?? (await productBySlug(tx, row.slug));
  const wanted = {
    ...row.product,
    ...(await idsOfSlugs(tx, row.references)),
    ...(row.names && (await idsOfNames(tx, row.names, trace))),
  };
  const product = found ?? (await create(tx, { slug: row.slug, ...wanted }, trace));
  const isChanged = found !== undefined && (await change(tx, found, wanted, trace));
  if (isChanged) trace.products?.delete(row.slug);
  else trace.products?.set(row.slug, product);
  if (row.variant === undefined) {
    const action = found === undefined ? 'created' : isChanged ? 'updated' : 'unchanged';
    return { action, productId: product.id };
  }
  const { action, ...variant } = await putVariant(tx, product, row.variant, row.otherSku, trace);
  const isNew = found === undefined || action === 'created';
  return {
    action: isNew ? 'created' : isChanged ? 'updated' : action,
    productId: product.id,
    variant,
  };
}

async function create(tx: Tx, fields: Fields, { log }: PutTrace): Promise<Product> {
  checkNew(fields);
  const saved = await saveProduct(tx, undefined, fields as ProductChange);
  log?.({ record: 'product', id: saved.id, created: true, before: {}, after: fields });
  return saved;
}

async function change(tx: Tx, found: Product, wanted: Fields, { log }: PutTrace): Promise<boolean> {
  const before = { ...found, status: statusOf(found) };
  const after = differences(before, wanted);
  const names = Object.keys(after);
  if (names.length === 0) return false;
  checkChange(after);
  await saveProduct(tx, found.id, after as ProductChange);
  const values = valuesOf(before, names);
  log?.({ record: 'product', id: found.id, created: false, before: values, after });
  return true;
}

async function putVariant(
  tx: Tx,
  product: Product,
  fields: Fields,
  otherSku: string | undefined,
  { log }: PutTrace,
): Promise<Written> {
  try {
    const sku = await skuFor(tx, product, String(fields.sku), otherSku);
    const named = { ...fields, sku };
    const known = product.variants.find(variant => variant.sku === sku);
    if (known === undefined) {
      checkNewVariant(named);
      const id = await addVariant(tx, { ...named, product_id: product.id } as never);
      await record(tx, variantSaved({ id }));
      const after = asStored(named);
      log?.({ record: 'variant', id, created: true, before: {}, after });
      const { unit = 'piece' } = after as { unit?: Unit };
      product.variants.push({ ...after, id, unit } as NestedVariant);
      return { action: 'created', id, sku, unit, isNew: true };
    }
    checkVariantChange(named);
    const after = differences(known, asStored(named));
    const names = Object.keys(after);
    const written = { id: known.id, sku, unit: known.unit as Unit, isNew: false };
    if (names.length === 0) return { action: 'unchanged', ...written };
    const before = valuesOf(known, names);
    await saveVariant(tx, known.id, after);
    log?.({ record: 'variant', id: known.id, created: false, before, after });
    Object.assign(known, after);
    return { action: 'updated', ...written };
  } catch (error) {
    throw withVariantPrefix(error);
  }
}

/** A derived SKU gives way to a variant of another product. */
async function skuFor(
  tx: Tx,
  product: Product,
  sku: string,
  otherSku: string | undefined,
): Promise<string> {
  const has = (wanted: string) => product.variants.some(variant => variant.sku === wanted);
  if (otherSku === undefined || has(sku)) return sku;
  return has(otherSku) || (await variantByRef(tx, sku)) !== undefined ? otherSku : sku;
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

/** Prefixes fields with `variant.`, because product and variant share names such as `name`. */
function withVariantPrefix(error: unknown): unknown {
  if (!(error instanceof Failure) || error.extra.fields === undefined) return error;
  const fields = Object.fromEntries(
    Object.entries(error.extra.fields).map(([name, messages]) => [`variant.${name}`, messages]),
  );
  return new Failure(error.kind, error.code, error.message, { ...error.extra, fields });
}
