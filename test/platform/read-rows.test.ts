import { CsvError as OracleError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CsvError,
  MAX_CELLS,
  MAX_ROW_CHARACTERS,
  readRows,
} from '../../src/platform/csv/read-rows.js';
import { longestTurn } from '../support/longest-turn.js';

const LIMIT_MS = 100;

async function read(text: string): Promise<string[][] | string> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readRows(text)) rows.push(cells);
  } catch (error) {
    if (error instanceof CsvError) return error.code;
    throw error;
  }
  return rows;
}

function readByLibrary(text: string): string[][] | string {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
    });
  } catch (error) {
    if (error instanceof OracleError) return error.code;
    throw error;
  }
}

it('reads what a known library reads', async () => {
  const piece = fc.constantFrom('a', 'é', '🎂', ' ', ',', '"', '""', '\n', '\r', '\r\n', ',"a",');
  const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(text, async text => {
      expect(await read(text)).toEqual(readByLibrary(text));
    }),
    { seed: 20_261_119, numRuns: 5_000 },
  );
});

it('names the last line of a row, and how far it has read', async () => {
  const text = 'a,b\r\n\n"two\nlines",1\nx\n';
  const ends: [number, number][] = [];
  for await (const { line, end } of readRows(text)) ends.push([line, end]);
  expect(ends).toEqual([
    [1, 5],
    [4, 20],
    [5, 22],
  ]);
});

it('refuses rows that are too long or have too many cells', async () => {
  const longest = 'x'.repeat(MAX_ROW_CHARACTERS);
  expect(await read(`${longest}\n`)).toEqual([[longest]]);
  expect(await read(`${longest}x\n`)).toBe('CSV_MAX_RECORD_SIZE');
  expect(await read(`${longest},x\n`)).toBe('CSV_MAX_RECORD_SIZE');
  expect(await read(`"${longest}"\n`)).toEqual([[longest]]);
  expect(await read(`"${longest}x"\n`)).toBe('CSV_MAX_RECORD_SIZE');
  expect(await read(`"${'""'.repeat(MAX_ROW_CHARACTERS)}"`)).toEqual([
    ['"'.repeat(MAX_ROW_CHARACTERS)],
  ]);
  expect(await read(`"${longest}`)).toBe('CSV_QUOTE_NOT_CLOSED');
  expect(await read(','.repeat(MAX_CELLS - 1))).toEqual([Array(MAX_CELLS).fill('')]);
  expect(await read(','.repeat(MAX_CELLS))).toBe('CSV_TOO_MANY_CELLS');
});

it.each([
  ['uneven rows', `a\n${',\n'.repeat(300_000)}`],
  ['empty lines', '\n'.repeat(10_000_000)],
  ['one row of commas', ','.repeat(10_000_000)],
  ['one long cell', 'x'.repeat(10_000_000)],
  ['one quote', `"${'x,\n'.repeat(3_000_000)}`],
  ['doubled quotes', `"${'""'.repeat(5_000_000)}`],
])('lets others have their turn while it reads %s', async (_, text) => {
  const { longestMs } = await longestTurn(() => read(text));
  expect(longestMs).toBeLessThan(LIMIT_MS);
});
