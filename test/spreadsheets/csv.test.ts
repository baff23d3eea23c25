import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, headingOf, problemOf, recordsOf } from '../../src/domains/spreadsheets/csv.js';
import { escapeFormula, unescapeFormula } from '../../src/platform/escape-formula.js';

const read = async (content: string): Promise<string[][]> => {
  const rows: string[][] = [];
  for await (const { cells } of recordsOf(content)) rows.push(cells);
  return rows;
};

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 123', "'+49 30 123"],
    ['-a', "'-a"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ["'=1", "''=1"],
    ['＝1', "'＝1"],
    ['-3', '-3'],
    ['-3.50', '-3.50'],
    ["'tis", "'tis"],
    ['Mug', 'Mug'],
    ['', ''],
  ])('%j is written as %j and read back', (text, written) => {
    expect(escapeFormula(text)).toBe(written);
    expect(unescapeFormula(written)).toBe(text);
  });

  it('is read back as it was written, with any content', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n",;ab 1') });
    await fc.assert(
      fc.asyncProperty(fc.tuple(cell, cell), async cells => {
        const content = csvLine(['first', 'second']) + csvLine(['x', ...cells]);
        expect(await read(content)).toEqual([['x', ...cells]]);
      }),
      { seed: 20_250_611 },
    );
  });
});

it('reads a header with byte order mark, capitals and spaces', async () => {
  expect(await headingOf('\uFEFFSKU , Price\r\nA,1\r\n')).toEqual(['sku', 'price']);
  expect(await headingOf('')).toBeUndefined();
});

it('reads quotes, empty lines and both kinds of line ends', async () => {
  expect(await read('a,b\r\n"1,""x""","two\nlines"\r\n\r\n3\n')).toEqual([
    ['1,"x"', 'two\nlines'],
    ['3'],
  ]);
});

it('accepts 200,000 rows below the header and not one more', async () => {
  const most = `a\n${'1\n'.repeat(200_000)}`;
  expect(await problemOf(most)).toBeNull();
  expect(await problemOf(`${most}1\n`)).toBe('The file has more than 200,000 rows.');
});

it('keeps characters that lie across the slices in which a file is read', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const name = `${'x'.repeat(65_530 + shift)}Cake 🎂 party`;
    expect(await read(`name\n${name}\n`)).toEqual([[name]]);
  }
});
