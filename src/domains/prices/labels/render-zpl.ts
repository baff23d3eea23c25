import { isEan13 } from './barcode.js';
import type { Label } from './rules.js';

/** Characters with a meaning in ZPL, as `^FH` reads them. */
const escaped = (text: string): string =>
  text.replaceAll(/[\^~_\\]/g, character => `_${character.charCodeAt(0).toString(16)}`);

const field = (x: number, y: number, height: number, text: string): string =>
  `^FO${x},${y}^A0N,${height},${height}^FH^FD${escaped(text)}^FS`;

/** One format per label, 480 × 240 dots: 60 × 30 mm at 203 dpi. */
export const renderZpl = (labels: readonly Label[]): string =>
  labels
    .map(label =>
      [
        '^XA^CI28^PW480^LL240',
        field(16, 14, 26, label.product.slice(0, 36)),
        ...(label.variant === '' ? [] : [field(16, 44, 22, label.variant.slice(0, 40))]),
        field(16, 72, 56, label.price),
        ...(label.unitPrice === null ? [] : [field(16, 132, 20, label.unitPrice)]),
        ...barcode(label),
        '^XZ',
      ].join('\n'),
    )
    .join('\n')
    .concat(labels.length === 0 ? '' : '\n');

function barcode({ barcode: code, sku }: Label): string[] {
  if (code !== null && isEan13(code)) return [`^FO40,160^BY2^BEN,50,Y,N^FD${code.slice(0, 12)}^FS`];
  const text = code ?? sku;
  return /^[ -~]+$/.test(text) ? [`^FO16,160^BY1^BCN,50,Y,N,N^FH^FD${escaped(text)}^FS`] : [];
}
