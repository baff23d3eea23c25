import { COLUMNS_OF, type PaperWidth } from './columns.js';
import { layOut } from './layout.js';
import { printLines } from './print-lines.js';
import type { Receipt } from './read-receipt.js';

/** Renders a receipt for a printer with 42 columns, or 32 on paper of 58 mm. */
export const renderText = (receipt: Receipt, width: PaperWidth = '80'): string =>
  printLines(layOut(receipt), COLUMNS_OF[width])
    .flatMap(printed => (printed.kind === 'line' ? [`${printed.text}\n`] : []))
    .join('');
