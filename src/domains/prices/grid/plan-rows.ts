import type { FieldErrors } from '../../../platform/http/failure.js';
import { formatMoney } from '../../../platform/money.js';
import { productProblems, variantProblems } from '../../catalog/index.js';
import { readAmount } from '../records/rules.js';
import type { Cells, GridRow } from './rows.js';
import type { CellChange, GridChange } from './schemas.js';

/** One row with what changes in it; only the cells that differ. */
export type PlannedRow = {
  change: GridChange;
  row: GridRow | undefined;
  before: Partial<Cells>;
  after: Partial<Cells>;
  errors: FieldErrors;
  isChangedSince: boolean;
};

const PRODUCT_CELLS = { product_name: 'name', status: 'status', tags: 'tags' } as const;
const VARIANT_CELLS = ['name', 'sku', 'barcode', 'cost', 'weight_grams', 'is_active'] as const;

/** The part of the cells that the product has, in the names of its fields. */
export const productPart = (cells: Partial<Cells>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(PRODUCT_CELLS).flatMap(([cell, field]) =>
      cell in cells ? [[field, cells[cell as keyof Cells]]] : [],
    ),
  );

export const variantPart = (cells: Partial<Cells>): Record<string, unknown> =>
  Object.fromEntries(VARIANT_CELLS.flatMap(cell => (cell in cells ? [[cell, cells[cell]]] : [])));

const CHANGED_SINCE = 'Somebody changed this row since it was read.';

/** Compares the cells with the row and checks them; the price is planned with the others of its list. */
export function planRow(change: GridChange, row: GridRow | undefined): PlannedRow {
  const nothing = { change, row, before: {}, after: {}, isChangedSince: false };
  if (row === undefined) {
    return { ...nothing, errors: { row: ['There is no such product variant.'] } };
  }
  const { cells, errors } = normalised(change.set, row);
  const names = (Object.keys(cells) as (keyof Cells)[]).filter(
    name => !isSame(cells[name], row[name]),
  );
  const after = pick(cells, names);
  // A second attempt after a lost answer finds its own values, which is no conflict.
  const isChangedSince =
    names.length > 0 && change.if_match !== undefined && change.if_match !== row.etag;
  return {
    ...nothing,
    before: pick(row, names),
    after,
    errors: {
      ...errors,
      ...inCells(productProblems(productPart(after))),
      ...variantProblems(variantPart(after)),
      ...(isChangedSince && { row: [CHANGED_SINCE] }),
    },
    isChangedSince,
  };
}

/** Texts without spaces around them, empty cells as null, amounts with the digits of their currency. */
function normalised(
  { price: _, cost, ...set }: CellChange,
  { cost_currency: currency }: GridRow,
): { cells: Partial<Cells>; errors: FieldErrors } {
  const cells: Record<string, unknown> = { ...set };
  for (const name of ['product_name', 'name', 'sku', 'barcode'] as const) {
    const text = set[name];
    if (typeof text === 'string') cells[name] = text.trim();
  }
  if (cells.barcode === '') cells.barcode = null;
  if (cost === undefined) return { cells, errors: {} };
  if (cost === null || cost === '') return { cells: { ...cells, cost: null }, errors: {} };
  const amount = readAmount(cost, currency);
  if (typeof amount !== 'number') return { cells, errors: { cost: [amount.message] } };
  return { cells: { ...cells, cost: formatMoney(amount, currency) }, errors: {} };
}

/** Tags have no order; 4.5 and 4.50 are one amount. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
  }
  return one === other;
}

const pick = (from: Partial<Cells>, names: readonly (keyof Cells)[]): Partial<Cells> =>
  Object.fromEntries(names.map(name => [name, from[name]]));

const inCells = ({ name, ...rest }: FieldErrors): FieldErrors => ({
  ...rest,
  ...(name && { product_name: name }),
});
