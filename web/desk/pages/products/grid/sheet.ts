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
/** What people typed into a row, with the row as they saw it: a search may show other rows by now. */
export type Edit = { row: Row; cells: Texts };
/** Edits by variant, in the order in which the rows were first edited. */
export type Edits = Readonly<Record<string, Edit>>;
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

/**
 * The edited cells of a row. Those of its product may have been typed into a row that another search
 * showed.
 */
export function editedCells(edits: Edits, row: Row): Texts | undefined {
  const own = edits[row.variant]?.cells;
  const others = Object.values(edits).filter(edit => edit.row.product === row.product);
  if (others.length === 0) return own;
  const texts: Texts = {};
  for (const cell of OF_PRODUCT) {
    const text = own?.[cell] ?? others.find(edit => edit.cells[cell] !== undefined)?.cells[cell];
    if (text !== undefined) texts[cell] = text;
  }
  return { ...own, ...texts };
}

export const shownText = (edits: Edits, row: Row, cell: CellName, reading: Reading): string =>
  editedCells(edits, row)?.[cell] ?? storedText(row, cell, reading);

/** A state may be typed or pasted as the desk shows it. */
function normalised(cell: CellName, text: string, { statuses }: Reading): string {
  const trimmed = text.trim();
  if (cell !== 'status') return trimmed;
  for (const [code, label] of statuses) {
    if ([code, label].some(known => known.toLowerCase() === trimmed.toLowerCase())) return code;
  }
  return trimmed;
}

/**
 * Writes texts into cells. One that is as before is no edit; one of a product is in all its rows, also
 * in those that were edited before and are not shown now.
 */
export function withTyped(
  edits: Edits,
  rows: readonly Row[],
  typed: readonly Typed[],
  reading: Reading,
): Edits {
  const next: Record<string, Edit> = { ...edits };
  for (const { row: index, cell, text } of typed) {
    for (const row of rowsOf(index, cell)) {
      const known = next[row.variant] ?? { row, cells: {} };
      const { [cell]: _, ...others } = known.cells;
      const wanted = normalised(cell, text, reading);
      const isEdit = wanted !== storedText(row, cell, reading);
      const cells = isEdit ? { ...others, [cell]: wanted } : others;
      if (Object.keys(cells).length > 0) next[row.variant] = { ...known, cells };
      else delete next[row.variant];
    }
  }
  return next;

  function rowsOf(index: number, cell: CellName): Row[] {
    const product = rows[index]?.product;
    if (!OF_PRODUCT.includes(cell)) return rows.slice(index, index + 1);
    const shown = rows.filter(row => row.product === product);
    const ids = new Set(shown.map(row => row.variant));
    const hidden = Object.values(next).flatMap(({ row }) =>
      row.product === product && !ids.has(row.variant) ? [row] : [],
    );
    return [...shown, ...hidden];
  }
}

/** Edits of rows that are not among these. */
export function hiddenEdits(edits: Edits, rows: readonly Row[]): number {
  const shown = new Set(rows.map(row => row.variant));
  return Object.keys(edits).filter(variant => !shown.has(variant)).length;
}

/** Keeps the edits of rows that somebody has changed, now that people have seen these versions. */
export const rebased = (edits: Edits, etags: ReadonlyMap<string, string>): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([variant, edit]) => [
      variant,
      { ...edit, row: { ...edit.row, etag: etags.get(variant) ?? edit.row.etag } },
    ]),
  );

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
