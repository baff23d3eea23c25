import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { TillDevice } from './paired.js';

/** As on receipts of the service. */
const COLUMNS = { '58': 32, '80': 42 } as const;
const FEED_LINES = 4;

/** Shows the width of the paper, and characters from several code pages. */
export function testPage({ name, paper_width }: TillDevice, title: string): Uint8Array {
  const columns = COLUMNS[paper_width];
  return new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    codepageMapping: 'epson',
    feedBeforeCut: FEED_LINES,
    newline: '\n',
  })
    .initialize()
    .codepage('auto')
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
