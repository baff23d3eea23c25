import { stringify } from 'csv-stringify/sync';
import { CsvError, readRows } from '../../platform/csv/read-rows.js';
import { escapeFormula, unescapeFormula } from '../../platform/escape-formula.js';

export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map(escapeFormula)], { quoted_match: /\r/ });

/** Limits memory: the conflict check keeps the keys of all rows. */
export const MAX_RECORDS = 200_000;
export const TOO_MANY_RECORDS = 'The file has more than 200,000 rows.';

/** The column names in the first row; undefined for an empty file. */
export async function headingOf(content: string): Promise<string[] | undefined> {
  for await (const { cells } of readRows(content)) {
    return cells.map(name => name.trim().toLowerCase());
  }
  return undefined;
}

export type Record = {
  /** Row number as in a spreadsheet: the heading is row 1. */
  row: number;
  cells: string[];
  /** Percentage of the file parsed so far. */
  progress: number;
};

/** The rows below the heading. */
export async function* recordsOf(content: string): AsyncGenerator<Record> {
  let row = 0;
  for await (const { cells, end } of readRows(content)) {
    row += 1;
    if (row === 1) continue;
    const progress = Math.floor((end * 100) / content.length);
    yield { row, cells: cells.map(unescapeFormula), progress };
  }
}

export const unreadable = (error: CsvError): string => `The file cannot be read: ${error.code}.`;

/** Parses the whole file before the first row is imported: a broken file must change nothing. */
export async function problemOf(content: string): Promise<string | null> {
  try {
    for await (const { row } of recordsOf(content)) {
      if (row > MAX_RECORDS + 1) return TOO_MANY_RECORDS;
    }
    return null;
  } catch (error) {
    if (error instanceof CsvError) return unreadable(error);
    throw error;
  }
}
