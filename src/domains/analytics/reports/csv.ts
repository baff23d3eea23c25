import { stringify } from 'csv-stringify/sync';
import type { Window } from './window.js';

type Row = Record<string, unknown>;

const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

/** A name that a spreadsheet would run as a formula is shown as text; a negative amount is only a number. */
export const harmless = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** RFC 4180: a header, CRLF, quotes where needed. The header is there when no row is. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { string: harmless, boolean: String },
  });

/** `commerce-overview-DOWNTOWN-2026-03-01-to-2026-03-31.csv` */
export const fileName = (path: string, storeCode: string | null, window: Window): string =>
  `${[path.replaceAll('/', '-'), storeCode, window.from, 'to', window.to].filter(Boolean).join('-')}.csv`;
