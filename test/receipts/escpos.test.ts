import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testPage } from '../../src/domains/hardware/make-paper.js';
import type { Device } from '../../src/domains/hardware/repository.js';
import { COLUMNS_OF } from '../../src/domains/receipts/columns.js';
import { printLines } from '../../src/domains/receipts/print-lines.js';
import type { Receipt } from '../../src/domains/receipts/read-receipt.js';
import {
  type EscposOptions,
  encodeEscpos,
  renderEscpos,
} from '../../src/domains/receipts/render-escpos.js';
import { reportRows } from '../../src/domains/receipts/reports/report-rows.js';
import type { Store } from '../../src/domains/stores/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { readEscpos } from '../support/escpos.js';
import { LOGO, PAPERS, REPORT } from './papers.js';

const SALE = PAPERS.sale as Receipt;
type Width = EscposOptions['width'];

/** The page by which a shop sees that a printer works. */
const printTest = (width: Width): Buffer => {
  const clock = { now: () => new Date('2026-03-02T10:15:00.000Z') };
  const device = { name: 'Tresen', address: '192.168.1.50', port: 9100, paper_width: width };
  const store = { name: 'Tillhouse Flughafen', language: 'de', currency: 'EUR' };
  return testPage(
    { clock } as unknown as Platform,
    device as Device,
    { ...store, time_zone: 'Europe/Berlin' } as Store,
  );
};
const printReport = (width: Width, language: 'de' | 'en'): Buffer =>
  encodeEscpos(printLines(reportRows(REPORT, language, 'Europe/Berlin'), COLUMNS_OF[width]), {
    width,
  });

/** What a printer gets, of each kind. */
const PRINTED: Record<string, (width: Width) => Buffer> = {
  ...Object.fromEntries(
    Object.entries(PAPERS).map(([kind, receipt]) => [
      kind,
      (width: Width) => renderEscpos(receipt, { width, ...(receipt.logo && { logo: LOGO }) }),
    ]),
  ),
  'with-drawer': width => renderEscpos(SALE, { width, opensDrawer: true }),
  'test-page': printTest,
  'z-report': width => printReport(width, 'en'),
  'german-z-report': width => printReport(width, 'de'),
};
const CASES = Object.entries(PRINTED).flatMap(([kind, print]) =>
  (['80', '58'] as const).map(width => ({ kind, width, print })),
);

/** Written again with UPDATE_GOLDEN=1; read the difference before it is committed. */
const golden = async (name: string, bytes: Buffer): Promise<Buffer> => {
  const file = new URL(`golden/${name}.escpos`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') await writeFile(file, bytes);
  return readFile(file);
};

describe('the bytes for a printer', () => {
  it.each(CASES)('of a $kind on $width mm are those on file', async ({ kind, width, print }) => {
    const bytes = print(width);
    expect(bytes.equals(await golden(`${kind}-${width}`, bytes))).toBe(true);
  });

  it('print the lines, the barcode, the link and a cut', () => {
    const { lines, barcodes, qrCodes, cuts, pulses } = readEscpos(
      renderEscpos(SALE, { width: '80' }),
    );
    expect(lines).toContain('            Tillhouse Downtown');
    expect(lines).toContain('            Open daily 9 to 20');
    expect(lines).toContain('            Tax id 12-3456789');
    expect(lines).toContain('  2 x 12.50                          25.00');
    expect(lines).toContain('  Discount: Scratched                -2.50');
    expect(lines).toContain('TOTAL USD                            42.36');
    expect(lines).toContain('Rounding                             -0.01');
    expect(lines).toContain('Change                               -7.65');
    expect({ barcodes, qrCodes, cuts, pulses }).toEqual({
      barcodes: ['TXN-20260302-0A1B2C3D'],
      qrCodes: [SALE.link],
      cuts: 1,
      pulses: 0,
    });
  });

  it('never exceed the columns of the paper, whatever the names', () => {
    const [line] = SALE.lines;
    if (line === undefined) throw new Error('no line');
    const names = [
      '緑茶ティーバッグ五十個入り徳用パック',
      '👨‍👩‍👧‍👦 family mug 🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵',
      'e\u0301'.repeat(60),
    ];
    for (const description of names) {
      for (const [width, columns] of [
        ['58', 32],
        ['80', 42],
      ] as const) {
        const receipt = { ...SALE, lines: [{ ...line, description }] };
        const { lines } = readEscpos(renderEscpos(receipt, { width }));
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('contain no command that a name brings along', () => {
    const evil = {
      ...SALE,
      storeName: 'Shop\u001bp\u0000\u0032\u00fa\u001dV1',
      footer: '\u0010\u0014\u0001',
    };
    const { cuts, pulses } = readEscpos(renderEscpos(evil, { width: '80' }));
    expect({ cuts, pulses }).toEqual({ cuts: 1, pulses: 0 });
  });

  it('contain no control character of a line, whoever wrote the line', () => {
    const print = (text: string) =>
      encodeEscpos([{ kind: 'line', text, isBold: false }], { width: '80' });
    const { lines, pulses } = readEscpos(print('A\u001bp0\u0019\u007f'));
    expect({ lines: lines[0], pulses }).toEqual({ lines: 'A p0 ', pulses: 0 });
    const plain = print('A B');
    for (let code = 0; code < 0x20; code += 1) {
      expect(print(`A${String.fromCharCode(code)}B`).equals(plain)).toBe(true);
    }
  });

  it('contain no control character that a code page makes of a sign', () => {
    const print = (text: string) =>
      encodeEscpos([{ kind: 'line', text, isBold: false }], { width: '80' });
    expect(readEscpos(print('←p0ab')).pulses).toBe(0);
    for (const sign of '§¶‼←↑→↓↔↕↨∟⌂▬▲►▼◄○◘◙☺☻☼♀♂♠♣♥♦♪♫') {
      expect(print(`A${sign}B`).equals(print('A?B'))).toBe(true);
    }
  });

  it('open the drawer once if asked to, before the first line', () => {
    const bytes = renderEscpos(SALE, { width: '80', opensDrawer: true });
    expect(readEscpos(bytes).pulses).toBe(1);
    expect(bytes.indexOf(Buffer.from([0x1b, 0x70]))).toBeLessThan(bytes.indexOf('Tillhouse'));
  });

  it('of a gift receipt have no price and no link to one', () => {
    const { lines, qrCodes, barcodes } = readEscpos(
      renderEscpos(PAPERS.gift as Receipt, { width: '80' }),
    );
    expect(lines).toContain('               GIFT RECEIPT');
    expect(lines).toContain('  2 x');
    expect(lines.filter(line => /\d\.\d\d/.test(line))).toEqual([]);
    expect(qrCodes).toEqual([]);
    expect(barcodes).toEqual(['TXN-20260302-0A1B2C3D']);
  });

  it('of every kind fit their paper and are cut once', () => {
    for (const { kind, width, print } of CASES) {
      const { lines, pictures, cuts, pulses } = readEscpos(print(width));
      const columns = Math.max(...lines.map(({ length }) => length));
      expect([kind, width, columns <= COLUMNS_OF[width], cuts]).toEqual([kind, width, true, 1]);
      expect([kind, pulses]).toEqual([kind, kind === 'with-drawer' ? 1 : 0]);
      const hasLogo = pictures.some(picture => picture.width === LOGO.width);
      expect([kind, hasLogo]).toEqual([kind, kind === 'logo']);
    }
  });

  it('on 58 mm have the barcode as a picture that fits the paper', () => {
    const { barcodes, pictures } = readEscpos(renderEscpos(SALE, { width: '58' }));
    expect(barcodes).toEqual([]);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.width).toBeLessThanOrEqual(384);
  });
});
