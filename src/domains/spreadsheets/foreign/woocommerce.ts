import type { FieldErrors } from '../../../platform/http/failure.js';
import type { ProductRow } from '../../catalog/index.js';
import { type Cells, type Columns, columnsOf } from './columns.js';
import { descriptionOf } from './html-to-text.js';
import { createSkus, createSlugs, skuOf } from './keys.js';
import { attributesOf, type Choice, choice, createOptions, nameOfChoices } from './options.js';
import type { CreateTranslator, PictureLink, StockCell } from './translator.js';
import * as read from './values.js';

const NAMES = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  barcode: ['gtin, upc, ean, or isbn', 'meta: _global_unique_id'],
  name: ['name'],
  published: ['published'],
  short: ['short description'],
  description: ['description'],
  taxStatus: ['tax status'],
  taxClass: ['tax class'],
  stock: ['stock'],
  lowStock: ['low stock amount'],
  price: ['regular price'],
  cost: ['cost of goods', 'cost', 'meta: _wc_cog_cost'],
  categories: ['categories'],
  tags: ['tags'],
  images: ['images'],
  parent: ['parent'],
  position: ['position'],
  brands: ['brands', 'brand'],
};

const FIELDS: Record<string, keyof typeof NAMES> = {
  slug: 'name',
  name: 'name',
  description: 'description',
  status: 'published',
  tags: 'tags',
  tax_class: 'taxClass',
  'variant.sku': 'sku',
  'variant.barcode': 'barcode',
  'variant.price': 'price',
  'variant.cost': 'cost',
  on_hand: 'stock',
  reorder_point: 'lowStock',
};

const TAX_CLASSES: Record<string, string> = {
  '': 'standard',
  standard: 'standard',
  'reduced-rate': 'reduced',
  'reduced rate': 'reduced',
  'zero-rate': 'zero',
  'zero rate': 'zero',
};

type Collected = { cells: readonly string[]; options: ReturnType<typeof createOptions> };
type Attribute = { name: number; values: number };

/** `Attribute 1 name` and `Attribute 1 value(s)`, and so on. */
function attributeColumns(heading: readonly string[]): Attribute[] {
  return heading.flatMap((column, name) => {
    const [, n] = /^attribute (\d+) name$/.exec(column) ?? [];
    const values = heading.indexOf(`attribute ${n} value(s)`);
    return n === undefined || values < 0 ? [] : [{ name, values }];
  });
}

const typesOf = (cell: Cells): string[] =>
  cell('type')
    .toLowerCase()
    .split(',')
    .map(type => type.trim());

const isVariation = (cell: Cells): boolean => typesOf(cell).includes('variation');

/**
 * A product is simple, or variable with one row per variation. A variation names its parent by SKU or
 * as `id:12`.
 */
export const createWoocommerce: CreateTranslator = heading => {
  const columns = columnsOf(heading, NAMES);
  const attributes = attributeColumns(heading);
  const weight = weightColumn(heading);
  const products = new Map<string, Collected>();
  const names = new Map<string, string>();
  const slugOf = createSlugs();
  const skus = createSkus();
  /** What rows of one product have in common: its id, else its SKU, else its name. */
  const ownKey = (cell: Cells): string =>
    cell('id') !== '' ? `id:${cell('id')}` : cell('sku') || cell('name');
  const keyOf = (cell: Cells): string => {
    if (!isVariation(cell)) return ownKey(cell);
    const parent = cell('parent').replace(/^id:\s*/i, 'id:');
    return names.get(parent) ?? parent;
  };
  const choicesIn = (cells: readonly string[]): Choice[] =>
    attributes
      .filter(({ name, values }) => cells[name]?.trim() && cells[values]?.trim())
      .map(({ name, values }) => choice(cells[name] ?? '', cells[values] ?? ''));
  const slugFor = (key: string): string => {
    const cells = products.get(key)?.cells;
    return slugOf(key, cells === undefined ? key : columns.of(cells)('name'));
  };
  return {
    collect: (row, cells) => {
      const cell = columns.of(cells);
      if (!typesOf(cell).includes('variable')) skus.note(row, skuOf(cell('sku')));
      if (isVariation(cell)) return;
      const key = ownKey(cell);
      const product = { cells, options: createOptions() };
      if (!products.has(key)) products.set(key, product);
      if (cell('sku') !== '') names.set(cell('sku'), key);
      if (!typesOf(cell).includes('variable')) return;
      for (const { name, values } of attributes) {
        const all = read.listOf(cells[values] ?? '');
        product.options.add(all.map(value => choice(cells[name] ?? '', value)).filter(c => c.name));
      }
    },
    translate: (row, cells) => {
      const cell = columns.of(cells);
      const key = keyOf(cell);
      const collected = products.get(key);
      const slug = slugFor(key);
      const errors = errorsOf(columns, cell, collected !== undefined);
      const parent = collected === undefined ? cell : columns.of(collected.cells);
      const common = { slug, ...productOf(columns, parent, collected), references: {} };
      const pictures = picturesOf(cell, isVariation(cell));
      if (typesOf(cell).includes('variable')) {
        const product = { ...common, variant: undefined };
        return { key: slug, errors, product, stock: [], pictures };
      }
      const choices = isVariation(cell) ? choicesIn(cells) : [];
      const values = choices.map(({ value }) => value);
      const { sku, otherSku, sameAs } = skus.assign(row, skuOf(cell('sku')), slug, values);
      if (sameAs !== undefined) errors.sku = [`Row ${sameAs} has the same key.`];
      const grams = weight && read.gramsOf((cells[weight.at] ?? '').trim(), weight.unit);
      const variant = { ...variantOf(cell, sku, choices), ...(grams && { weight_grams: grams }) };
      const product = { ...common, variant, otherSku };
      return { key: sku, errors, product, stock: stockOf(cell), pictures };
    },
    columnOf: field => columns.nameOf(FIELDS[field] ?? field),
    stockColumns: columns.only('stock'),
  };
};

/** `Weight (kg)` */
function weightColumn(heading: readonly string[]): { at: number; unit: string } | undefined {
  const at = heading.findIndex(column => /^weight \(\w+\)$/.test(column));
  const unit = /\((\w+)\)/.exec(heading[at] ?? '')?.[1];
  return unit === undefined ? undefined : { at, unit };
}

function errorsOf(columns: Columns, cell: Cells, hasProduct: boolean): FieldErrors {
  const unsupported = typesOf(cell).find(type => type === 'grouped' || type === 'external');
  if (unsupported !== undefined) {
    return { type: ['Grouped and external products are not imported.'] };
  }
  if (!hasProduct)
    return { [columns.nameOf('parent') ?? 'row']: ['The file has no such product.'] };
  return {};
}

function productOf(
  columns: Columns,
  cell: Cells,
  collected: Collected | undefined,
): Pick<ProductRow, 'product' | 'names'> {
  const [category, ...others] = read.listOf(cell('categories')).map(read.categoryPath);
  const [brand] = read.listOf(cell('brands'));
  const options = collected?.options.list() ?? [];
  const text = cell('description') || cell('short');
  const hasText = columns.has('description') || columns.has('short');
  const collections = others.flatMap(path => path.at(-1) ?? []);
  const taxStatus = cell('taxStatus').toLowerCase();
  return {
    product: read.defined({
      name: cell('name') === '' ? undefined : read.nameOf(cell('name')),
      description: hasText ? descriptionOf(text.replaceAll('\\n', '\n')) : undefined,
      status: columns.has('published')
        ? cell('published') === '1'
          ? 'active'
          : 'draft'
        : undefined,
      tags: columns.has('tags') ? read.tagsOf(read.listOf(cell('tags'))) : undefined,
      options: options.length > 0 ? options : undefined,
      is_tax_exempt: taxStatus === '' ? undefined : taxStatus === 'none',
      tax_class: columns.has('taxClass') ? TAX_CLASSES[cell('taxClass').toLowerCase()] : undefined,
      is_digital: typesOf(cell).includes('downloadable') ? true : undefined,
    }),
    names: {
      ...(category && category.length > 0 && { category }),
      ...(brand && { brand: read.nameOf(brand) }),
      ...(collections.length > 0 && { collections }),
    },
  };
}

const variantOf = (cell: Cells, sku: string, choices: readonly Choice[]) =>
  read.defined({
    sku,
    name: nameOfChoices(choices),
    barcode: cell('barcode') || undefined,
    price: read.amountOf(cell('price')),
    cost: read.amountOf(cell('cost')),
    attributes: attributesOf(choices),
    sort_order: /^\d{1,6}$/.test(cell('position')) ? Number(cell('position')) : undefined,
  });

/** `parent` and an empty cell mean that the variation itself is not counted. */
function stockOf(cell: Cells): StockCell[] {
  const onHand = read.stockOf(cell('stock'));
  const reorderPoint = read.stockOf(cell('lowStock'));
  if (onHand === undefined) return [];
  return [{ location: '', onHand, ...(reorderPoint !== undefined && { reorderPoint }) }];
}

const picturesOf = (cell: Cells, ofVariant: boolean): PictureLink[] =>
  read
    .listOf(cell('images'))
    .filter(read.isWebAddress)
    .map(url => ({ url, alt: '', ofVariant }));
