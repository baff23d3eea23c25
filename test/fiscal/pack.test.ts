import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { packTables } from '../../src/domains/pos/dsfinvk/pack.js';

it('leaves signatures and keys as they are, and guards other texts against formulas', () => {
  const row = {
    TSE_SERIAL: '-0ab',
    TSE_PUBLIC_KEY: '+key/base64==',
    TSE_TA_SIG: '+sig/base64==',
    ARTIKELTEXT: '=HYPERLINK("x")',
    Z_UST: '-1,50',
  };
  const table = { file: 'tse.csv', name: 'Stamm_TSE', columns: Object.keys(row), rows: [row] };
  const csv = unzipSync(new Uint8Array(packTables([table], 'Shop')))['tse.csv'];
  expect(parse(strFromU8(csv ?? new Uint8Array()), { delimiter: ';', columns: true })).toEqual([
    { ...row, ARTIKELTEXT: `'${row.ARTIKELTEXT}` },
  ]);
});
