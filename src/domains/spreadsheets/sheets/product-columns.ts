import {
  choicesOf,
  type Product,
  type ReferenceKind,
  STATUSES,
  statusOf,
} from '../../catalog/index.js';
import {
  type CellReader,
  flag,
  json,
  list,
  momentOrNull,
  oneOf,
  requiredText,
  text,
  textOrNull,
  trimmedText,
  wholeNumber,
  wholeNumberOrNull,
} from './cells.js';
import { choicesIn, entriesIn, joinChoices, joinEntries } from './entries.js';

type Variant = Product['variants'][number];

/** What cells name that the product has as ids. */
type Names = {
  /** Slugs of categories, brands, product types and collections, by id. */
  references: ReadonlyMap<string, string>;
  /** Names of the preferred suppliers, by variant. */
  suppliers: ReadonlyMap<string, string>;
};

export type ProductColumn = {
  name: string;
  read: CellReader;
  /** The record that the value belongs to. */
  of: 'product' | 'reference' | 'variant' | 'choices' | 'supplier';
  field: string;
  write(product: Product, variant: Variant | undefined, names: Names): string;
};

const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

const ofProduct = (
  field: string,
  read: CellReader,
  write = (product: Product): string => cell(product[field as keyof Product]),
): ProductColumn => ({ name: field, read, of: 'product', field, write });

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
  write: (product, _, names) =>
    names.references.get(cell(product[`${name}_id` as keyof Product])) ?? '',
});

const moment = (field: 'publish_at' | 'archive_at'): ProductColumn =>
  ofProduct(field, momentOrNull, product => product[field]?.toISOString() ?? '');

/** One row per variant, which repeats its product; a product without variants has one row. */
export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
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
    write: (product, _, names) =>
      product.collection_ids.map(id => names.references.get(id)).join('|'),
  },
  ofProduct('image_url', text),
  ofProduct('status', oneOf(STATUSES), statusOf),
  ofProduct('is_active', flag),
  moment('publish_at'),
  moment('archive_at'),
  ofProduct('tags', entriesIn, product => joinEntries(product.tags)),
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
  ofVariant('weight_grams', 'weight_grams', wholeNumberOrNull),
  {
    name: 'options',
    read: choicesIn,
    of: 'choices',
    field: 'options',
    write: (product, variant) =>
      variant === undefined ? '' : joinChoices(choicesOf(product, variant)),
  },
  ofVariant('attributes', 'attributes', json, ({ attributes }) =>
    Object.keys(attributes as object).length === 0 ? '' : JSON.stringify(attributes),
  ),
  ofVariant('variant_is_active', 'is_active', flag),
  ofVariant('sort_order', 'sort_order', wholeNumber),
  {
    name: 'supplier',
    read: trimmedText,
    of: 'supplier',
    field: 'supplier',
    write: (_, variant, { suppliers }) => suppliers.get(variant?.id ?? '') ?? '',
  },
];
