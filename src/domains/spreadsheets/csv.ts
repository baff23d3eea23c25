import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { escapeFormula, unescapeFormula } from '../../platform/escape-formula.js';

export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map(escapeFormula)], { quoted_match: /\r/ });

const MAX_RECORD_BYTES = 262_144;
/** What a row says is kept until the end of its file. */
const MAX_RECORDS = 200_000;

const READING: Options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: MAX_RECORD_BYTES,
};

/** The names in the first row; undefined for a file that has none. */
export const headingOf = (content: string): string[] | undefined =>
  parseNow(content, { ...READING, to: 1 })[0]?.map(name => name.trim().toLowerCase());

export type Record = {
  /** As a spreadsheet counts them: the heading is row 1. */
  row: number;
  cells: string[];
  /** How much of the file has been read, in per cent. */
  progress: number;
};

/** The rows below the heading, one after the other. */
export async function* recordsOf(content: string): AsyncGenerator<Record> {
  const bytes = Math.max(1, Buffer.byteLength(content));
  const parser = Readable.from(slicesOf(content)).pipe(parse(READING));
  let row = 0;
  for await (const cells of parser as AsyncIterable<string[]>) {
    row += 1;
    if (row === 1) continue;
    const progress = Math.min(100, Math.floor((parser.info.bytes * 100) / bytes));
    yield { row, cells: cells.map(unescapeFormula), progress };
  }
}

const SLICE_LENGTH = 65_536;

/** In pieces, so that the parser never runs far ahead of whoever works on its rows. */
function* slicesOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += SLICE_LENGTH) {
    yield content.slice(at, at + SLICE_LENGTH);
  }
}

/** Reads the whole file once: what breaks in the middle would leave the rest to guessing. */
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
