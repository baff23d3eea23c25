import type { Dice } from '../../support/dice.js';
import type { FuzzRequest, Operation } from '../requests.js';
import type { MarkBook } from './mark-book.js';
import type { Caller } from './plant.js';

const HEADINGS: Record<string, readonly string[]> = {
  '/products/import/': ['slug', 'name', 'sku', 'price', 'description', 'barcode', 'variant_name'],
  '/inventory-levels/import/': ['store', 'sku', 'on_hand', 'reorder_point', 'description'],
  '/prices/import/': ['sku', 'price_list', 'min_quantity', 'amount', 'valid_from'],
  '/payments/settlements/': [
    ...['date', 'processor_transaction_id', 'type', 'gross', 'fee', 'net', 'currency'],
    'payout_id',
  ],
};
const CELLS: Record<string, readonly string[]> = {
  store: ['DOWNTOWN', 'AIRPORT'],
  sku: ['MUG-WHITE', 'TEE-BLACK-M'],
  price_list: ['EUR', 'CHF'],
  barcode: ['', '40123455'],
  date: ['2026-07-01T10:00:00Z'],
  type: ['charge', 'refund'],
  currency: ['USD'],
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

type File = Pick<FuzzRequest, 'url' | 'payload'> & { headers: Record<string, string> };

/** A CSV file for the routes that take one, with card numbers in its cells and its name. */
export function csvFor(
  { method, path }: Operation,
  caller: Caller,
  book: MarkBook,
  dice: Dice,
): File | undefined {
  const columns = HEADINGS[path];
  if (method !== 'POST' || columns === undefined) return undefined;
  const origin = `${caller.name}: ${path}`;
  const heading = path.startsWith('/payments/')
    ? columns
    : columns.filter(
        name => /^(store|sku|slug|name|price_list|amount)$/.test(name) || dice.chance(0.8),
      );
  const rows = Array.from({ length: dice.between(1, 4) }, () =>
    heading.map(name => cellFor(name, origin, caller, book, dice)),
  );
  const lines = [heading.join(','), ...rows.map(cells => cells.join(','))];
  // Files that cannot be parsed to their end.
  if (dice.chance(0.2)) lines.splice(dice.between(1, lines.length), 0, 'a"b,"c');
  if (dice.chance(0.1)) lines.push(`${book.card(dice, `${origin} after the rows`)}`);
  const name = dice.chance(0.3) ? book.card(dice, `${origin} as file name`) : 'july.csv';
  const text = lines.join('\r\n');
  if (path === '/payments/settlements/' && dice.chance(0.5)) return form(path, text, name);
  const query = path.startsWith('/payments/')
    ? `?processor=primary&file_name=${encodeURIComponent(name)}`
    : dice.pick(['', '?dry_run=true']);
  return { url: path + query, payload: text, headers: { 'content-type': 'text/csv' } };
}

function cellFor(
  column: string,
  origin: string,
  { home }: Caller,
  book: MarkBook,
  dice: Dice,
): string {
  if (dice.chance(0.12)) {
    const card = book.card(dice, `${origin} ${column}`);
    return dice.chance(0.7) ? quoted(card) : card;
  }
  if (column === 'description' && home !== undefined && dice.chance(0.3)) {
    return book.name(`${origin} ${column}`, home);
  }
  return dice.pick(CELLS[column] ?? ['1', '12.50', 'Mug', `s-${dice.between(1, 9_999)}`]);
}

function form(url: string, file: string, name: string): File {
  const boundary = 'xxFuzzBoundaryxx';
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const fileName = name.replaceAll(/["\r\n]/g, '');
  const payload = [
    part('name="processor"', 'primary'),
    part(`name="file"; filename="${fileName}"`, file),
    `--${boundary}--\r\n`,
  ].join('');
  return {
    url,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
