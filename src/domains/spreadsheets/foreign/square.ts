import type { FieldErrors } from '../../../platform/http/failure.js';
import type { ProductRow } from '../../catalog/index.js';
import { type Cells, type Columns, columnsOf } from './columns.js';
import { descriptionOf } from './html-to-text.js';
import { createSkus, createSlugs, skuOf } from './keys.js';
import { attributesOf, type Choice, choice, createOptions, nameOfChoices } from './options.js';
import type { CreateTranslator, StockCell } from './translator.js';
import * as read from './values.js';

const NAMES = {
  handle: ['reference handle', 'item id'],
  item: ['item name'],
  variation: ['variation name'],
  sku: ['sku'],
  barcode: ['gtin'],
  description: ['description'],
  category: ['reporting category', 'categories', 'category'],
  price: ['price'],
  cost: ['default unit cost', 'cost', 'unit cost'],
  archived: ['archived'],
  option1Name: ['option name 1'],
  option1Value: ['option value 1'],
  option2Name: ['option name 2'],
  option2Value: ['option value 2'],
  option3Name: ['option name 3'],
  option3Value: ['option value 3'],
};

const FIELDS: Record<string, keyof typeof NAMES> = {
  slug: 'item',
  name: 'item',
  description: 'description',
  status: 'archived',
  'variant.sku': 'sku',
  'variant.barcode': 'barcode',
  'variant.price': 'price',
  'variant.cost': 'cost',
  'variant.name': 'variation',
};

const OPTIONS = [1, 2, 3];
const STOCK = 'current quantity ';
const ALERT = 'stock alert count ';

type Collected = { first: readonly string[]; options: ReturnType<typeof createOptions> };

/** One row per variation. Rows with the same handle, or else the same name, are one item. */
export const createSquare: CreateTranslator = heading => {
  const columns = columnsOf(heading, NAMES);
  const taxes = heading.flatMap((column, at) => (/^tax - /.test(column) ? [at] : []));
  const weight = heading.findIndex(column => /^weight \(\w+\)$/.test(column));
  const weightUnit = /\((\w+)\)/.exec(heading[weight] ?? '')?.[1];
  const stockColumns = locationsIn(heading, STOCK);
  const alerts = locationsIn(heading, ALERT);
  const products = new Map<string, Collected>();
  const slugOf = createSlugs();
  const skus = createSkus();
  const keyOf = (cell: Cells) => cell('handle') || cell('item');
  return {
    collect: (row, cells) => {
      const cell = columns.of(cells);
      const key = keyOf(cell);
      const product = products.get(key) ?? { first: cells, options: createOptions() };
      products.set(key, product);
      slugOf(key, cell('item'));
      skus.note(row, skuOf(cell('sku')));
      product.options.add(choicesOf(cell));
    },
    translate: (row, cells) => {
      const cell = columns.of(cells);
      const key = keyOf(cell);
      const collected = products.get(key);
      const slug = slugOf(key, cell('item'));
      const choices = choicesOf(cell);
      const name = variationName(cell, choices);
      const values = choices.length > 0 ? choices.map(({ value }) => value) : [name];
      const assigned = skus.assign(row, skuOf(cell('sku')), slug, values);
      const errors: FieldErrors = {};
      if (cell('item') === '') errors['item name'] = ['This field is required.'];
      if (assigned.sameAs !== undefined) errors.sku = [`Row ${assigned.sameAs} has the same key.`];
      const first = collected?.first ?? cells;
      const grams = read.gramsOf((cells[weight] ?? '').trim(), weightUnit);
      const variant = read.defined({
        sku: assigned.sku,
        name,
        barcode: cell('barcode') || undefined,
        price: read.amountOf(cell('price')),
        cost: read.amountOf(cell('cost')),
        weight_grams: grams,
        attributes: attributesOf(choices),
      });
      const product = {
        slug,
        ...productOf(columns, columns.of(first), collected, exemptOf(first, taxes)),
        references: {},
        variant,
        otherSku: assigned.otherSku,
      };
      const stock = stockOf(cells, stockColumns, alerts);
      return { key: assigned.sku, errors, product, stock, pictures: [] };
    },
    columnOf: field => columns.nameOf(FIELDS[field] ?? field),
    stockColumns,
  };
};

/** `Current Quantity Main Street`: the columns by location. */
const locationsIn = (heading: readonly string[], prefix: string): Map<string, number> =>
  new Map(
    heading.flatMap((column, at) =>
      column.startsWith(prefix) ? [[column.slice(prefix.length).trim(), at] as const] : [],
    ),
  );

const choicesOf = (cell: Cells): Choice[] =>
  OPTIONS.filter(n => cell(`option${n}Name`) !== '' && cell(`option${n}Value`) !== '').map(n =>
    choice(cell(`option${n}Name`), cell(`option${n}Value`)),
  );

/** An item without variations has one that is called Regular. */
function variationName(cell: Cells, choices: readonly Choice[]): string {
  if (choices.length > 0) return nameOfChoices(choices);
  const name = read.nameOf(cell('variation'));
  return name.toLowerCase() === 'regular' ? '' : name;
}

/** An item with no tax at all is exempt; without columns of taxes nothing is known. */
function exemptOf(cells: readonly string[], taxes: readonly number[]): boolean | undefined {
  const flags = taxes.map(at => read.flagOf((cells[at] ?? '').trim()));
  return flags.length > 0 && flags.every(flag => flag !== undefined)
    ? flags.every(flag => flag === false)
    : undefined;
}

function productOf(
  columns: Columns,
  cell: Cells,
  collected: Collected | undefined,
  isExempt: boolean | undefined,
): Pick<ProductRow, 'product' | 'names'> {
  const options = collected?.options.list() ?? [];
  const [category = ''] = cell('category').split(',');
  const path = read.categoryPath(category);
  const isArchived = read.flagOf(cell('archived'));
  return {
    product: read.defined({
      name: cell('item') === '' ? undefined : read.nameOf(cell('item')),
      description: columns.has('description') ? descriptionOf(cell('description')) : undefined,
      status: isArchived === undefined ? undefined : isArchived ? 'archived' : 'active',
      options: options.length > 0 ? options : undefined,
      is_tax_exempt: isExempt,
    }),
    names: path.length > 0 ? { category: path } : {},
  };
}

function stockOf(
  cells: readonly string[],
  columns: ReadonlyMap<string, number>,
  alerts: ReadonlyMap<string, number>,
): StockCell[] {
  return [...columns].flatMap(([location, at]) => {
    const onHand = read.stockOf((cells[at] ?? '').trim());
    const reorderPoint = read.stockOf((cells[alerts.get(location) ?? -1] ?? '').trim());
    if (onHand === undefined) return [];
    return [{ location, onHand, ...(reorderPoint !== undefined && { reorderPoint }) }];
  });
}
