import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../../platform/escape-formula.js';
import type { Window } from './window.js';

type Row = Record<string, unknown>;

/** RFC 4180: header row even without data, CRLF line ends, quotes where needed. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // Some readers treat a bare CR or LF as a row delimiter, so such values are quoted.
    quoted_match: /[\r\n]/,
    cast: { string: escapeFormula, boolean: String },
  });

/** `commerce-overview-DOWNTOWN-2026-03-01-to-2026-03-31.csv` */
export const fileName = (path: string, storeCode: string | null, window: Window): string =>
  `${[path.replaceAll('/', '-'), storeCode, window.from, 'to', window.to].filter(Boolean).join('-')}.csv`;
