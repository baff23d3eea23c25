import type { Db } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import {
  listProducts,
  listReferences,
  type Product,
  type ProductFilter,
  type ProductRow,
  productFilters,
  putProduct,
  type ReferenceKind,
} from '../catalog/index.js';
import {
  type CellReader,
  flag,
  json,
  list,
  requiredText,
  text,
  textOrNull,
  wholeNumber,
  wholeNumberOrNull,
} from './cells.js';
import { isWebAddress } from './foreign/values.js';
import { insertPictures } from './picture-repository.js';
import type { Place, Sheet, Values } from './sheet.js';

type Variant = Product['variants'][number];
type Names = ReadonlyMap<string, string>;

type ProductColumn = {
  name: string;
  read: CellReader;
  /** The record that the value belongs to. */
  of: 'product' | 'reference' | 'variant';
  field: string;
  write(product: Product, variant: Variant | undefined, names: Names): string;
};

const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

const ofProduct = (field: keyof Product & string, read: CellReader): ProductColumn => ({
  name: field,
  read,
  of: 'product',
  field,
  write: product => cell(product[field]),
});

const ofVariant = (
  name: string,
  field: keyof Variant & string,
  read: CellReader,
  write: (variant: Variant) => string = variant => cell(variant[field]),
): ProductColumn => ({
  name,
  read,
  of: 'variant',
  field,
  write: (_, variant) => (variant === undefined ? '' : write(variant)),
});

const reference = (name: ReferenceKind): ProductColumn => ({
  name,
  read: textOrNull,
  of: 'reference',
  field: name,
  write: (product, _, names) => names.get(cell(product[`${name}_id` as keyof Product])) ?? '',
});

/** One row per variant, which repeats its product; a product without variants has one row. */
const COLUMNS: readonly ProductColumn[] = [
  ofProduct('slug', text),
  ofProduct('name', requiredText),
  ofProduct('description', text),
  reference('category'),
  reference('brand'),
  reference('product_type'),
  {
    name: 'collections',
    read: list,
    of: 'reference',
    field: 'collection',
    write: (product, _, names) => product.collection_ids.map(id => names.get(id)).join('|'),
  },
  ofProduct('image_url', text),
  ofProduct('is_active', flag),
  ofProduct('is_tax_exempt', flag),
  ofProduct('tax_class', requiredText),
  ofProduct('is_digital', flag),
  ofProduct('minimum_age', wholeNumberOrNull),
  ofProduct('requires_kyc', flag),
  ofVariant('sku', 'sku', text),
  ofVariant('variant_name', 'name', text),
  ofVariant('barcode', 'barcode', textOrNull),
  ofVariant('price', 'price', requiredText),
  ofVariant('cost', 'cost', textOrNull),
  ofVariant('cost_currency', 'cost_currency', requiredText),
  ofVariant('unit', 'unit', requiredText),
  ofVariant('content_amount', 'content_amount', textOrNull, ({ content_amount: amount }) =>
    amount === null ? '' : String(Number(amount)),
  ),
  ofVariant('content_unit', 'content_unit', textOrNull),
  ofVariant('attributes', 'attributes', json, ({ attributes }) =>
    Object.keys(attributes as object).length === 0 ? '' : JSON.stringify(attributes),
  ),
  ofVariant('variant_is_active', 'is_active', flag),
  ofVariant('sort_order', 'sort_order', wholeNumber),
];

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
  const { slug: _, ...product } = of('product');
  return {
    slug: slugOf(values),
    product,
    references: of('reference') as ProductRow['references'],
    variant: skuOf(values) === '' ? undefined : of('variant'),
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
  const names = await referenceNames(db);
  let after: { key: string; id: number } | undefined;
  for (;;) {
    const products = await listProducts(
      db,
      filter,
      { field: 'id', descending: false },
      after,
      PAGE,
    );
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
async function referenceNames(db: Db): Promise<Names> {
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

export const productSheet: Sheet = {
  columns: COLUMNS,
  required: ['slug'],
  keyOf: values => skuOf(values) || slugOf(values),
  shared: {
    keyOf: slugOf,
    columns: COLUMNS.filter(column => column.of !== 'variant').map(column => column.name),
  },
  needs: values => ({ product: rowOf(values) }),
  put: async (tx, values, { storeIds }, place) => {
    const row = rowOf(values);
    const { action, productId } = await putProduct(tx, row, storeIds ?? 'chain', place.trace);
    fetchPictureOf(row, productId, place);
    return action;
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
