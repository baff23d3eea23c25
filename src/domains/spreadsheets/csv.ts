import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { escapeFormula, unescapeFormula } from '../../platform/escape-formula.js';

export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map(escapeFormula)], { quoted_match: /\r/ });

const MAX_RECORD_BYTES = 262_144;
/** Limits memory: the conflict check keeps the keys of all rows. */
export const MAX_RECORDS = 200_000;

const PARSE_OPTIONS: Options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: MAX_RECORD_BYTES,
};

/** The column names in the first row; undefined for an empty file. */
export const headingOf = (content: string): string[] | undefined =>
  parseSync(content, { ...PARSE_OPTIONS, to: 1 })[0]?.map(name => name.trim().toLowerCase());

export type Record = {
  /** Row number as in a spreadsheet: the heading is row 1. */
  row: number;
  cells: string[];
  /** Percentage of the file parsed so far. */
  progress: number;
};

/** The rows below the heading. */
export async function* recordsOf(content: string): AsyncGenerator<Record> {
  const bytes = Buffer.from(content);
  const parser = Readable.from(slicesOf(bytes)).pipe(parse(PARSE_OPTIONS));
  let row = 0;
  for await (const cells of parser as AsyncIterable<string[]>) {
    row += 1;
    if (row === 1) continue;
    const progress = Math.min(100, Math.floor((parser.info.bytes * 100) / bytes.length));
    yield { row, cells: cells.map(unescapeFormula), progress };
  }
}

const SLICE_BYTES = 65_536;

/**
 * Feeds the parser in slices, so that back-pressure keeps it from running far ahead. The slices are
 * bytes, because a slice of text could cut a character such as an emoji in two.
 */
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}

/** Parses the whole file before the first row is imported: a broken file must change nothing. */
export async function problemOf(content: string): Promise<string | null> {
  try {
    for await (const { row } of recordsOf(content)) {
      if (row > MAX_RECORDS + 1) return 'The file has more than 200,000 rows.';
    }
    return null;
  } catch (error) {
    if (error instanceof CsvError) return `The file cannot be read: ${error.code}.`;
    throw error;
  }
}
