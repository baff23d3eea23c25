import { invalid } from '../../platform/http/failure.js';
import { FILE_KINDS, type FileKind } from './sheets/sheet.js';

/** Columns that only files of this kind have together; of a list within it, one is enough. */
const MARKS: Record<FileKind, readonly (string | readonly string[])[]> = {
  products: ['slug'],
  inventory_levels: ['store', 'sku'],
  prices: ['sku', 'price_list', 'amount'],
  shopify: [['handle', 'url handle'], 'title'],
  woocommerce: ['type', 'name', ['regular price', 'parent', 'is featured?']],
  square: ['item name', 'variation name'],
};

const hasMarks = (heading: readonly string[], kind: FileKind): boolean =>
  MARKS[kind].every(mark =>
    typeof mark === 'string' ? heading.includes(mark) : mark.some(name => heading.includes(name)),
  );

/** Refuses a named kind that the columns do not fit. */
export function checkMarks(heading: readonly string[], kind: FileKind): void {
  if (hasMarks(heading, kind)) return;
  const message = 'The columns are not those of this kind of file.';
  throw invalid(`file: ${message}`, { file: [message, describe(kind)] }, 'UNKNOWN_FILE_KIND');
}

/**
 * The kind of a file by its columns. The error names the columns that tell the kinds apart, not those
 * of the file: a file without a heading would show its first row.
 */
export function detectKind(heading: readonly string[]): FileKind {
  const fitting = FILE_KINDS.filter(kind => hasMarks(heading, kind));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const shown = fitting.length > 0 ? fitting : FILE_KINDS;
  const message =
    fitting.length > 0
      ? 'The columns fit several kinds of file; name the kind.'
      : 'The columns are not those of a known kind of file.';
  throw invalid(
    `file: ${message}`,
    { file: [message, ...shown.map(describe)] },
    'UNKNOWN_FILE_KIND',
  );
}

/** Such as `shopify: handle or url handle, title` */
const describe = (kind: FileKind): string =>
  `${kind}: ${MARKS[kind].map(mark => (typeof mark === 'string' ? mark : mark.join(' or '))).join(', ')}`;
