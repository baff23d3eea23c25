import type { Tx } from '../../../platform/database/tx.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';
import { bodyCheck } from '../../../platform/http/validation.js';
import { partial } from '../../../platform/http/write-routes.js';
import { formatHundredths, hundredths, normalAmount } from '../../../platform/money.js';
import { appliesToChain } from '../../access/index.js';
import { REFERENCE_KINDS, type ReferenceKind } from '../references/kinds.js';
import { findReference } from '../references/repository.js';
import { saveVariant } from '../variants/save-variant.js';
import { VariantInput } from '../variants/schemas.js';
import { type Product, productBySlug } from './repository.js';
import { saveProduct } from './save-product.js';
import { ProductBody, type ProductChange } from './schemas.js';

type Fields = Record<string, unknown>;

/** An import row: a product and optionally one of its variants. Omitted fields stay unchanged. */
export type ProductRow = {
  slug: string;
  product: Fields;
  /** Slugs of the references; an array for collections. */
  references: Partial<Record<ReferenceKind, string | readonly string[] | null>>;
  variant: Fields | undefined;
};

/** The stores the caller manages; `chain` means all of them. */
export type Reach = 'chain' | readonly string[];

export type PutAction = 'created' | 'updated' | 'unchanged';

const checkNew = bodyCheck(ProductBody);
const checkChange = bodyCheck(partial(ProductBody));
const checkNewVariant = bodyCheck(VariantInput);
const checkVariantChange = bodyCheck(partial(VariantInput));

/** Creates or updates a product by slug and its variant by SKU. */
export async function putProduct(
  tx: Tx,
  row: ProductRow,
  reach: Reach = 'chain',
): Promise<PutAction> {
  // Whoever started the import may have lost the chain since.
  if (reach !== 'chain') throw appliesToChain();
  const found = await productBySlug(tx, row.slug);
  const wanted = { ...row.product, ...(await idsOf(tx, row.references)) };
  const product = found ?? (await create(tx, { slug: row.slug, ...wanted }));
  const change = found === undefined ? {} : differences(found, wanted);
  const isChange = Object.keys(change).length > 0;
  if (isChange) {
    checkChange(change);
    await saveProduct(tx, product.id, change as ProductChange);
  }
  const variant =
    row.variant === undefined ? 'unchanged' : await putVariant(tx, product, row.variant);
  if (found === undefined || variant === 'created') return 'created';
  return isChange ? 'updated' : variant;
}

async function create(tx: Tx, fields: Fields): Promise<Product> {
  checkNew(fields);
  return saveProduct(tx, undefined, fields as ProductChange);
}

async function putVariant(tx: Tx, product: Product, fields: Fields): Promise<PutAction> {
  try {
    const known = product.variants.find(variant => variant.sku === fields.sku);
    if (known === undefined) {
      checkNewVariant(fields);
      await saveVariant(tx, undefined, { ...fields, product_id: product.id } as never);
      return 'created';
    }
    checkVariantChange(fields);
    const change = differences(known, asStored(fields));
    if (Object.keys(change).length === 0) return 'unchanged';
    await saveVariant(tx, known.id, change);
    return 'updated';
  } catch (error) {
    throw withVariantPrefix(error);
  }
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

const differences = (before: object, wanted: Fields): Fields =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => canonical(before[name as keyof typeof before]) !== canonical(value),
    ),
  );

/** Comparison key that ignores the order of keys and of list entries. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return JSON.stringify([...value].sort());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Prefixes fields with `variant.`, because product and variant share names such as `name`. */
function withVariantPrefix(error: unknown): unknown {
  if (!(error instanceof Failure) || error.extra.fields === undefined) return error;
  const fields = Object.fromEntries(
    Object.entries(error.extra.fields).map(([name, messages]) => [`variant.${name}`, messages]),
  );
  return new Failure(error.kind, error.code, error.message, { ...error.extra, fields });
}

async function idsOf(tx: Tx, references: ProductRow['references']): Promise<Fields> {
  const ids: Fields = {};
  for (const [kind, slugs] of Object.entries(references) as [ReferenceKind, string | string[]][]) {
    if (Array.isArray(slugs)) {
      ids.collection_ids = await Promise.all(slugs.map(slug => idOf(tx, kind, slug)));
    } else ids[`${kind}_id`] = slugs === null ? null : await idOf(tx, kind, slugs);
  }
  return ids;
}

async function idOf(tx: Tx, kind: ReferenceKind, slug: string): Promise<string> {
  const { table, noun } = REFERENCE_KINDS[kind];
  const found = await findReference(tx, table, slug);
  if (found !== undefined) return found.id;
  throw invalidField(kind, `There is no such ${noun.toLowerCase()}.`);
}
