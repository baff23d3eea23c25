import type { ItemOf } from '../../../types.js';

export type Row = ItemOf<'/catalog-rows/'>;

/** The columns in their order; those of the product are the same in all its rows. */
export const CELLS = [
  ...(['product_name', 'name', 'sku', 'barcode', 'price', 'cost', 'weight_grams'] as const),
  ...(['status', 'tags'] as const),
];
export type CellName = (typeof CELLS)[number];

const OF_PRODUCT: readonly CellName[] = ['product_name', 'status', 'tags'];
export const isFigure = (cell: CellName): boolean =>
  cell === 'price' || cell === 'cost' || cell === 'weight_grams';
const isAmount = (cell: CellName): boolean => cell === 'price' || cell === 'cost';

type Texts = Partial<Record<CellName, string>>;
/** What people typed, by variant, with the version of the row that they saw. */
export type Edits = Readonly<Record<string, { etag: string; cells: Texts }>>;
export type Typed = { row: number; cell: CellName; text: string };
export type Position = { row: number; column: number };
/** From one corner to the opposite one. */
export type Range = { from: Position; to: Position };

/** How the reader writes numbers and states. */
export type Reading = { comma: string; statuses: ReadonlyMap<string, string> };

/** The text of a cell as the service has it. */
export function storedText(row: Row, cell: CellName, { comma }: Reading): string {
  const value = row[cell];
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return isAmount(cell) ? String(value).replace('.', comma) : String(value);
}

export const shownText = (edits: Edits, row: Row, cell: CellName, reading: Reading): string =>
  edits[row.variant]?.cells[cell] ?? storedText(row, cell, reading);

/** A state may be typed or pasted as the desk shows it. */
function normalised(cell: CellName, text: string, { statuses }: Reading): string {
  const trimmed = text.trim();
  if (cell !== 'status') return trimmed;
  for (const [code, label] of statuses) {
    if ([code, label].some(known => known.toLowerCase() === trimmed.toLowerCase())) return code;
  }
  return trimmed;
}

/** Writes texts into cells. One that is as before is no edit; one of a product is in all its rows. */
export function withTyped(
  edits: Edits,
  rows: readonly Row[],
  typed: readonly Typed[],
  reading: Reading,
): Edits {
  const next: Record<string, { etag: string; cells: Texts }> = { ...edits };
  for (const { row: index, cell, text } of typed) {
    const product = rows[index]?.product;
    const same = OF_PRODUCT.includes(cell)
      ? rows.filter(row => row.product === product)
      : rows.slice(index, index + 1);
    for (const row of same) {
      const known = next[row.variant] ?? { etag: row.etag, cells: {} };
      const { [cell]: _, ...others } = known.cells;
      const wanted = normalised(cell, text, reading);
      const isEdit = wanted !== storedText(row, cell, reading);
      const cells = isEdit ? { ...others, [cell]: wanted } : others;
      if (Object.keys(cells).length > 0) next[row.variant] = { ...known, cells };
      else delete next[row.variant];
    }
  }
  return next;
}

export const sorted = ({ from, to }: Range): Range => ({
  from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
  to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
});

const positionsIn = (range: Range): Position[] => {
  const { from, to } = sorted(range);
  const columns = Array.from({ length: to.column - from.column + 1 }, (_, at) => from.column + at);
  return Array.from({ length: to.row - from.row + 1 }, (_, at) => from.row + at).flatMap(row =>
    columns.map(column => ({ row, column })),
  );
};

const typedAt = ({ row, column }: Position, text: string): Typed[] => {
  const cell = CELLS[column];
  return cell === undefined ? [] : [{ row, cell, text }];
};

export const filled = (range: Range, text: string): Typed[] =>
  positionsIn(range).flatMap(at => typedAt(at, text));

/** Copies the first row of the range into those below; a single row gets the row above it. */
export function filledDown(range: Range, textAt: (at: Position) => string): Typed[] {
  const { from, to } = sorted(range);
  const source = from.row === to.row ? from.row - 1 : from.row;
  if (source < 0) return [];
  return positionsIn({ from: { row: source + 1, column: from.column }, to }).flatMap(at =>
    typedAt(at, textAt({ row: source, column: at.column })),
  );
}

/** Cells as spreadsheets copy them: lines with tabs. One cell fills the whole range. */
export function pasted(range: Range, clipboard: string, rowCount: number): Typed[] {
  const lines = clipboard.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map(line => line.split('\t'));
  const [only = ''] = cells[0] ?? [];
  if (cells.length === 1 && cells[0]?.length === 1) return filled(range, only);
  const { from } = sorted(range);
  return cells.flatMap((line, down) =>
    line.flatMap((text, right) => {
      const at = { row: from.row + down, column: from.column + right };
      return at.row < rowCount ? typedAt(at, text) : [];
    }),
  );
}

export function copied(range: Range, textAt: (at: Position) => string): string {
  const { from, to } = sorted(range);
  const rows = Array.from({ length: to.row - from.row + 1 }, (_, at) => from.row + at);
  return rows
    .map(row =>
      positionsIn({ from: { row, column: from.column }, to: { row, column: to.column } })
        .map(textAt)
        .join('\t'),
    )
    .join('\n');
}
