import type { paths } from '@tillhouse/client';
import type { BodyOf } from '../../../types.js';
import type { CellName, Edits, Reading } from './sheet.js';

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

/** The value of a cell. Text that is not a weight becomes -1, which the service refuses. */
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

/**
 * All edits as the service takes them, whichever rows are shown now. What a product has is in the first
 * of its rows.
 */
export function changesOf(edits: Edits, reading: Reading): RowChange[] {
  const seen = new Set<string>();
  return Object.values(edits).flatMap(({ row, cells: texts }) => {
    const cells = (Object.entries(texts) as [CellName, string][]).filter(([cell]) => {
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
    return [{ variant: row.variant, if_match: row.etag, set }];
  });
}
