import type { paths } from '@tillhouse/client';
import type { BodyOf } from '../../../types.js';
import type { CellName, Edits, Reading, Row } from './sheet.js';

type Body = BodyOf<paths['/products/bulk/']['post']>;
export type RowChange = Body['changes'][number];

const amountOf = (text: string, comma: string): string | null =>
  text === '' ? null : text.replaceAll(/\s/g, '').replace(comma, '.');

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
];

/** What a cell means; a number that is none becomes -1, which the service refuses at its cell. */
const VALUES: Partial<Record<CellName, (text: string, reading: Reading) => unknown>> = {
  price: (text, { comma }) => amountOf(text, comma),
  cost: (text, { comma }) => amountOf(text, comma),
  barcode: text => (text === '' ? null : text),
  tags: tagsOf,
  weight_grams: text => {
    if (text === '') return null;
    return /^\d{1,9}$/.test(text) ? Number(text) : -1;
  },
};

/** The edits as the service takes them. What a product has is in the first of its rows. */
export function changesOf(edits: Edits, rows: readonly Row[], reading: Reading): RowChange[] {
  const seen = new Set<string>();
  return rows.flatMap(row => {
    const edit = edits[row.variant];
    if (edit === undefined) return [];
    const cells = (Object.entries(edit.cells) as [CellName, string][]).filter(([cell]) => {
      if (!['product_name', 'status', 'tags'].includes(cell)) return true;
      const key = `${row.product} ${cell}`;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    });
    if (cells.length === 0) return [];
    const set = Object.fromEntries(
      cells.map(([cell, text]) => {
        const read = VALUES[cell];
        return [cell, read === undefined ? text : read(text, reading)];
      }),
    );
    return [{ variant: row.variant, if_match: edit.etag, set }];
  });
}
