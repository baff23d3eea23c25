import { describe, expect, it } from 'vitest';
import { testPage } from '../../src/domains/hardware/make-paper.js';
import type { Device } from '../../src/domains/hardware/repository.js';
import { COLUMNS_OF } from '../../src/domains/receipts/columns.js';
import { codeSlipRows } from '../../src/domains/receipts/print-code-slip.js';
import { printLines } from '../../src/domains/receipts/print-lines.js';
import type { Receipt } from '../../src/domains/receipts/read-receipt.js';
import {
  type EscposOptions,
  encodeEscpos,
  encodePulse,
  renderEscpos,
} from '../../src/domains/receipts/render-escpos.js';
import { reportRows } from '../../src/domains/receipts/reports/report-rows.js';
import type { Report } from '../../src/domains/shifts/index.js';
import type { Store } from '../../src/domains/stores/index.js';
import { textsIn } from '../../src/domains/texts/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { readEscpos } from '../support/escpos.js';
import { golden } from '../support/golden.js';
import { LOGO, PAPERS, REPORT } from './papers.js';

const SALE = PAPERS.sale as Receipt;
type Width = EscposOptions['width'];

const CODE_SLIP = codeSlipRows(
  { language: 'de', currency: 'EUR', time_zone: 'Europe/Berlin' },
  { storeName: 'Tillhouse Flughafen', storeLines: ['Hugo-Junkers-Ring 1', '12529 Berlin'] },
  { kind: 'gift_card', codes: [{ code: '7KQ2M9XA4TTB', amount: '50.00' }] },
  { at: new Date('2026-03-02T10:15:00.000Z'), terminal: 'T-101' },
);

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
const printReport = (width: Width, language: 'de' | 'en', report = REPORT): Buffer =>
  encodeEscpos(printLines(reportRows(report, language, 'Europe/Berlin'), COLUMNS_OF[width]), {
    width,
  });
/** Of a shift that is still open. */
const X: Report = {
  ...REPORT,
  ...{ report: 'X', number: null, closed_by: null, closed_by_name: null, closed_at: null },
  ...{
    variance_reason: '',
    cash: REPORT.cash && { ...REPORT.cash, counted: null, variance: null },
  },
};
/** As somebody sees it who counts the drawer. */
const BLIND: Report = {
  ...X,
  ...{ is_blind: true, sales: { ...REPORT.sales, amount: null }, payments: [], refunds: [] },
  ...{ refunds_total: null, taxes: null, discounts: null, voids: null, rounding: null },
  ...{ layaways: undefined, late: undefined, tips: undefined, cash: null, movements: [] },
};

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
  'x-report': width => printReport(width, 'en', X),
  'blind-report': width => printReport(width, 'de', BLIND),
  'code-slip': width =>
    encodeEscpos(printLines(CODE_SLIP, COLUMNS_OF[width]), {
      width,
    }),
};
const CASES = Object.entries(PRINTED).flatMap(([kind, print]) =>
  (['80', '58'] as const).map(width => ({ kind, width, print })),
);

const onFile = (name: string, bytes: Buffer): Promise<Buffer> =>
  golden(new URL(`golden/${name}.escpos`, import.meta.url), bytes);

describe('the bytes for a printer', () => {
  it('that open the drawer alone are those on file', async () => {
    const bytes = encodePulse();
    expect(bytes.equals(await onFile('drawer', bytes))).toBe(true);
    expect(readEscpos(bytes)).toMatchObject({ lines: [], cuts: 0, pulses: 1 });
  });

  it.each(CASES)('of a $kind on $width mm are those on file', async ({ kind, width, print }) => {
    const bytes = print(width);
    expect(bytes.equals(await onFile(`${kind}-${width}`, bytes))).toBe(true);
  });

  it('are on file with each mark that a receipt or a refund slip can have', () => {
    const { void: voided, expired, refunded, notPaid, partlyPaid, ...rest } = textsIn('en').receipt;
    const { refundPending, refundFailed } = rest;
    const marks = [voided, expired, refunded, notPaid, partlyPaid, refundPending, refundFailed];
    for (const mark of marks) {
      const kinds = Object.keys(PAPERS).filter(kind => PAPERS[kind]?.mark === mark);
      expect(kinds, mark).not.toEqual([]);
      for (const kind of kinds) {
        for (const width of ['80', '58'] as const) {
          const { lines } = readEscpos(PRINTED[kind]?.(width) ?? Buffer.alloc(0));
          expect(lines.filter(line => line.includes(`*** ${mark} ***`))).toHaveLength(2);
        }
      }
    }
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
