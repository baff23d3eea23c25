import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../../platform/escape-formula.js';
import type { Window } from './window.js';

type Row = Record<string, unknown>;

/** RFC 4180: a header, CRLF, quotes where needed. The header is there when no row is. */
export const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // A line break alone is no delimiter here, but a reader may take it for one.
    quoted_match: /[\r\n]/,
    cast: { string: escapeFormula, boolean: String },
  });

/** `commerce-overview-DOWNTOWN-2026-03-01-to-2026-03-31.csv` */
export const fileName = (path: string, storeCode: string | null, window: Window): string =>
  `${[path.replaceAll('/', '-'), storeCode, window.from, 'to', window.to].filter(Boolean).join('-')}.csv`;
