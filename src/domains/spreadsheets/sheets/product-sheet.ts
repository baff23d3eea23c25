import type { Db } from '../../../platform/database/tx.js';
import type { Staff } from '../../access/index.js';
import {
  type Choice,
  listProducts,
  listReferences,
  type Product,
  type ProductFilter,
  type ProductRow,
  productFilters,
  putProduct,
} from '../../catalog/index.js';
import { preferredArticles, putPreferred } from '../../suppliers/index.js';
import { isWebAddress } from '../foreign/values.js';
import { insertPictures } from '../imports/picture-repository.js';
import { PRODUCT_COLUMNS as COLUMNS, type ProductColumn } from './product-columns.js';
import type { Place, Sheet, Values } from './sheet.js';

const slugOf = (values: Values): string => String(values.get('slug') ?? '');
const skuOf = (values: Values): string => String(values.get('sku') ?? '');

function rowOf(values: Values): ProductRow {
  const of = (part: ProductColumn['of']) =>
    Object.fromEntries(
      COLUMNS.filter(column => column.of === part && values.has(column.name)).map(column => [
        column.field,
        values.get(column.name),
      ]),
    );
  const { slug: _, is_active: isActive, ...product } = of('product');
  const { options: choices } = of('choices') as { options?: readonly Choice[] };
  const isStatus = 'status' in product || isActive === undefined;
  return {
    slug: slugOf(values),
    product: isStatus ? product : { ...product, is_active: isActive },
    references: of('reference') as ProductRow['references'],
    variant: skuOf(values) === '' ? undefined : of('variant'),
    choices: skuOf(values) === '' ? undefined : choices,
  };
}

/** A product without a picture of its own gets the one at its address, after the rows. */
function fetchPictureOf(
  { slug, product }: ProductRow,
  productId: number,
  { importId, row, trace: { batch } }: Place,
): void {
  const url = String(product.image_url ?? '');
  const known = batch.products.get(slug)?.pictures as Product['pictures'] | undefined;
  if (!isWebAddress(url) || (known ?? []).length > 0) return;
  const of = { importId, row, productId, variantId: undefined };
  const picture = { url, alt: '', ofVariant: false };
  batch.writes.defer(tx => insertPictures(tx, of, [picture]));
}

const PAGE = 200;

async function* rows(db: Db, _caller: Staff, filter: ProductFilter): AsyncGenerator<string[]> {
  const references = await referenceNames(db);
  let after: { key: string; id: number } | undefined;
  for (;;) {
    const products = await listProducts(
      db,
      filter,
      { field: 'id', descending: false },
      after,
      PAGE,
    );
    const names = { references, suppliers: await supplierNames(db, products) };
    for (const product of products) {
      const variants = product.variants.length > 0 ? product.variants : [undefined];
      for (const variant of variants) {
        yield COLUMNS.map(column => column.write(product, variant, names));
      }
    }
    const last = products[PAGE - 1];
    if (last === undefined) return;
    after = { key: '', id: last.id };
  }
}

/** Slugs of categories, brands, product types and collections by id. They fit into memory. */
async function referenceNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const tables = ['categories', 'brands', 'product_types', 'collections'] as const;
  const names = new Map<string, string>();
  for (const table of tables) {
    let after: string | undefined;
    for (;;) {
      const page = await listReferences(db, table, after, PAGE);
      for (const { id, slug } of page) names.set(id, slug);
      after = page[PAGE - 1]?.slug;
      if (after === undefined) break;
    }
  }
  return names;
}

/** Names of the preferred suppliers, by variant. */
async function supplierNames(
  db: Db,
  products: readonly Product[],
): Promise<ReadonlyMap<string, string>> {
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const articles = await preferredArticles(db, ids);
  return new Map([...articles].map(([id, { supplier_name: name }]) => [id, name]));
}

const isOfProduct = ({ of }: ProductColumn): boolean => of === 'product' || of === 'reference';

export const productSheet: Sheet = {
  columns: COLUMNS,
  required: ['slug'],
  keyOf: values => skuOf(values) || slugOf(values),
  shared: {
    keyOf: slugOf,
    columns: COLUMNS.filter(isOfProduct).map(column => column.name),
  },
  needs: values => ({ product: rowOf(values), hasSupplier: values.has('supplier') }),
  put: async (tx, values, { storeIds }, place) => {
    const row = rowOf(values);
    const { action, productId, variant } = await putProduct(
      tx,
      row,
      storeIds ?? 'chain',
      place.trace,
    );
    fetchPictureOf(row, productId, place);
    const supplier = values.get('supplier');
    if (variant === undefined || supplier === undefined) return action;
    const { log, batch, deliveries, suppliers: known } = place.trace;
    const delivered = await putPreferred(
      tx,
      { variant, supplier: String(supplier), deliveries: deliveries.get(variant.id) ?? [] },
      { log, writes: batch.writes, known },
    );
    return action === 'unchanged' ? delivered : action;
  },
  fieldColumns: new Map([
    ...COLUMNS.filter(({ of }) => of === 'variant').map(({ field, name }): [string, string] => [
      `variant.${field}`,
      name,
    ]),
    ['collection', 'collections'],
  ]),
  filters: productFilters,
  rows,
};
