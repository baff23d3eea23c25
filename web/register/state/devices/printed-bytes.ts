import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import {
  COLUMNS_OF,
  type PaperWidth,
  singleCharacters,
} from '../../../../src/domains/receipts/columns.js';
import { linesOf, type PaperRow } from '../paper/rows.js';
import type { TillDevice } from './paired.js';

const FEED_LINES = 4;
/**
 * Bars of a code with this many characters fit the paper, two dots wide; longer codes become a QR
 * code.
 */
const LONGEST_BARS: Record<PaperWidth, number> = { '58': 13, '80': 22 };
const BARS = { width: 1, height: 64, text: false } as const;
const QR = { model: 2, size: 4, errorlevel: 'm' } as const;

/** Code page 437 prints these with the bytes of control characters: "←" is ESC. */
const CONTROL_GLYPHS = /[§¶‼←↑→↓↔↕↨∟⌂▬▲►▼◄○◘◙☺☻☼♀♂♠♣♥♦♪♫]/gu;

const printable = (text: string): string => singleCharacters(text).replaceAll(CONTROL_GLYPHS, '?');

const encoderFor = (width: PaperWidth): ReceiptPrinterEncoder =>
  new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: COLUMNS_OF[width],
    codepageMapping: 'epson',
    feedBeforeCut: FEED_LINES,
    newline: '\n',
  })
    .initialize()
    .codepage('auto');

/** A paper that the till makes itself, for the printer on its cable. */
export function paperBytes(rows: readonly PaperRow[], width: PaperWidth): Uint8Array {
  const encoder = encoderFor(width);
  for (const line of linesOf(rows, COLUMNS_OF[width])) {
    if ('text' in line) encoder.bold(line.isBold).line(printable(line.text)).bold(false);
    else drawCode(encoder, line.code, width);
  }
  return encoder.cut('partial').encode();
}

function drawCode(encoder: ReceiptPrinterEncoder, code: string, width: PaperWidth): void {
  encoder.align('center');
  if (code.length <= LONGEST_BARS[width]) encoder.barcode(code, 'code128', BARS);
  else encoder.qrcode(code, QR);
  encoder.line(printable(code)).align('left');
}

/** Shows the width of the paper, and characters from several code pages. */
export function testPage({ name, paper_width }: TillDevice, title: string): Uint8Array {
  const columns = COLUMNS_OF[paper_width];
  return encoderFor(paper_width)
    .bold(true)
    .line(title)
    .bold(false)
    .line(name)
    .line('-'.repeat(columns))
    .line('1234567890'.repeat(5).slice(0, columns))
    .line('äöüß éèç ñ åøæ €£')
    .cut('partial')
    .encode();
}
