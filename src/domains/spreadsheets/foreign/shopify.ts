import type { FieldErrors } from '../../../platform/http/failure.js';
import type { ProductRow } from '../../catalog/index.js';
import { type Cells, type Columns, columnsOf } from './columns.js';
import { descriptionOf } from './html-to-text.js';
import { createSkus, createSlugs, skuOf } from './keys.js';
import { attributesOf, type Choice, choice, createOptions, nameOfChoices } from './options.js';
import type { CreateTranslator, PictureLink, StockCell } from './translator.js';
import * as read from './values.js';

/** Names in the files of today and in those that Shopify exported until 2025. */
const NAMES = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'description'],
  vendor: ['vendor'],
  category: ['product category', 'standardized product type', 'standard product type'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
  collection: ['collection'],
  published: ['published', 'published on online store'],
  status: ['status'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
  sku: ['variant sku', 'sku'],
  barcode: ['variant barcode', 'barcode', 'barcodes'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  price: ['variant price', 'price'],
  cost: ['cost per item', 'variant cost'],
  taxable: ['variant taxable', 'charge tax'],
  image: ['image src', 'product image url'],
  alt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
};

/** Fields of products, variants and levels, and where they come from. */
const FIELDS: Record<string, keyof typeof NAMES> = {
  slug: 'handle',
  name: 'title',
  description: 'body',
  status: 'status',
  tags: 'tags',
  options: 'option1Name',
  'variant.sku': 'sku',
  'variant.barcode': 'barcode',
  'variant.price': 'price',
  'variant.cost': 'cost',
  'variant.weight_grams': 'grams',
  'variant.attributes': 'option1Value',
  'variant.name': 'option1Value',
  on_hand: 'quantity',
};

const OPTIONS = [1, 2, 3];
const STATUSES: Record<string, string> = {
  active: 'active',
  draft: 'draft',
  archived: 'archived',
  unlisted: 'active',
};

/** What the rows of one handle have in common. */
type Collected = {
  first: readonly string[];
  optionNames: string[];
  options: ReturnType<typeof createOptions>;
};

/** Rows of one handle belong together: the first has the product, the others a variant or a picture. */
export const createShopify: CreateTranslator = heading => {
  const columns = columnsOf(heading, NAMES);
  const products = new Map<string, Collected>();
  const slugOf = createSlugs();
  const skus = createSkus();
  return {
    collect: (row, cells) => {
      const cell = columns.of(cells);
      const handle = cell('handle');
      const known = products.get(handle);
      const product = known ?? { first: cells, optionNames: [], options: createOptions() };
      products.set(handle, product);
      slugOf(handle, handle);
      if (columns.of(product.first)('title') === '' && cell('title') !== '') product.first = cells;
      for (const n of OPTIONS) {
        if (!product.optionNames[n] && cell(`option${n}Name`) !== '') {
          product.optionNames[n] = cell(`option${n}Name`);
        }
      }
      if (!isVariant(cell)) return;
      skus.note(row, skuOf(read.withoutApostrophe(cell('sku'))));
      product.options.add(choicesOf(cell, product.optionNames));
    },
    translate: (row, cells) => {
      const cell = columns.of(cells);
      const handle = cell('handle');
      const product = products.get(handle);
      const slug = slugOf(handle, handle);
      const common = productOf(columns, columns.of(product?.first ?? cells), product);
      const errors: FieldErrors = handle === '' ? { handle: ['This field is required.'] } : {};
      const pictures = picturesOf(cell);
      if (!isVariant(cell)) {
        const row = { slug, ...common, references: {}, variant: undefined };
        return { key: slug, errors, product: row, stock: [], pictures };
      }
      const choices = choicesOf(cell, product?.optionNames ?? []);
      const named = skuOf(read.withoutApostrophe(cell('sku')));
      const { sku, otherSku, sameAs } = skus.assign(
        row,
        named,
        slug,
        choices.map(c => c.value),
      );
      const duplicate = sameAs && {
        [columns.nameOf('sku') ?? 'row']: [`Row ${sameAs} has the same key.`],
      };
      const variant = variantOf(cell, sku, choices);
      return {
        key: sku,
        errors: { ...errors, ...duplicate },
        product: { slug, ...common, references: {}, variant, otherSku },
        stock: stockOf(columns, cell),
        pictures,
      };
    },
    columnOf: field => columns.nameOf(FIELDS[field] ?? field),
    stockColumns: columns.only('quantity'),
  };
};

/** Other rows of a handle have nothing but a picture. */
const isVariant = (cell: Cells): boolean =>
  ['sku', 'price', 'option1Value', 'barcode'].some(name => cell(name) !== '');

/** A product without options has the option `Title` with the value `Default Title`. */
const choicesOf = (cell: Cells, names: readonly string[]): Choice[] =>
  OPTIONS.filter(
    n => cell(`option${n}Value`) !== '' && cell(`option${n}Value`) !== 'Default Title',
  ).map(n => choice(names[n] || `Option ${n}`, cell(`option${n}Value`)));

function productOf(
  columns: Columns,
  cell: Cells,
  collected: Collected | undefined,
): Pick<ProductRow, 'product' | 'names'> {
  const options = collected?.options.list() ?? [];
  const category = read.categoryPath(cell('category'));
  const taxable = read.flagOf(cell('taxable'));
  return {
    product: read.defined({
      name: cell('title') === '' ? undefined : read.nameOf(cell('title')),
      description: columns.has('body') ? descriptionOf(cell('body')) : undefined,
      status: statusOf(columns, cell),
      tags: columns.has('tags') ? read.tagsOf(cell('tags').split(',')) : undefined,
      options: options.length > 0 ? options : undefined,
      is_tax_exempt: taxable === undefined ? undefined : !taxable,
    }),
    names: {
      ...(category.length > 0 && { category }),
      ...(cell('vendor') !== '' && { brand: read.nameOf(cell('vendor')) }),
      ...(cell('type') !== '' && { product_type: read.nameOf(cell('type')) }),
      ...(cell('collection') !== '' && { collections: [read.nameOf(cell('collection'))] }),
    },
  };
}

/** Files without a status say only whether the web shop shows the product. */
function statusOf(columns: Columns, cell: Cells): string | undefined {
  if (columns.has('status')) return STATUSES[cell('status').toLowerCase()];
  if (!columns.has('published')) return undefined;
  return read.flagOf(cell('published')) === false ? 'draft' : 'active';
}

const variantOf = (cell: Cells, sku: string, choices: readonly Choice[]) =>
  read.defined({
    sku,
    name: nameOfChoices(choices),
    barcode: read.withoutApostrophe(cell('barcode')) || undefined,
    price: read.amountOf(cell('price')),
    cost: read.amountOf(cell('cost')),
    weight_grams: read.gramsOf(cell('grams')),
    attributes: attributesOf(choices),
  });

/** A variant without a tracker has a quantity of 0 that nobody counts. */
function stockOf(columns: Columns, cell: Cells): StockCell[] {
  if (columns.has('tracker') && cell('tracker') === '') return [];
  const onHand = read.stockOf(cell('quantity'));
  return onHand === undefined ? [] : [{ location: '', onHand }];
}

function picturesOf(cell: Cells): PictureLink[] {
  const ofProduct = { url: cell('image'), alt: cell('alt').slice(0, 500), ofVariant: false };
  const ofVariant = { url: cell('variantImage'), alt: '', ofVariant: true };
  return [ofProduct, ofVariant].filter(({ url }) => read.isWebAddress(url));
}
