import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { withoutControls } from '../../platform/plain-text.js';
import { barcodeModules, type Dots, dotsOf } from './codes.js';
import { COLUMNS_OF, type PaperWidth, singleCharacters } from './columns.js';
import { layOut } from './layout.js';
import { BAR_HEIGHT_DOTS, barScale, QR_SCALE } from './paper.js';
import { type Printed, printLines } from './print-lines.js';
import type { Receipt } from './read-receipt.js';

export type EscposOptions = {
  width: PaperWidth;
  logo?: Dots;
  /** Opens the drawer that is plugged into the printer. */
  opensDrawer?: boolean;
};

/** How long the pulse that opens a drawer is on and off. */
const PULSE_MS = { on: 100, off: 500 };
const FEED_LINES = 4;
/** The encoder's narrowest bar has two dots. */
const NARROWEST = 1;

/** Code page 437 prints these with the bytes of control characters: "←" is ESC. */
const CONTROL_GLYPHS = /[§¶‼←↑→↓↔↕↨∟⌂▬▲►▼◄○◘◙☺☻☼♀♂♠♣♥♦♪♫]/gu;

const printable = (text: string): string =>
  singleCharacters(withoutControls(text)).replaceAll(CONTROL_GLYPHS, '?');

/** The bytes for a printer that understands ESC/POS: the receipt, the drawer and the cut. */
export const renderEscpos = (receipt: Receipt, options: EscposOptions): Buffer =>
  encodeEscpos(printLines(layOut(receipt), COLUMNS_OF[options.width]), options);

/** The bytes that open the drawer and print nothing. */
export const encodePulse = (): Buffer =>
  Buffer.from(
    new ReceiptPrinterEncoder({ language: 'esc-pos' }).pulse(0, PULSE_MS.on, PULSE_MS.off).encode(),
  );

export function encodeEscpos(printed: readonly Printed[], options: EscposOptions): Buffer {
  const { width, logo, opensDrawer = false } = options;
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: COLUMNS_OF[width],
    codepageMapping: 'epson',
    imageMode: 'raster',
    feedBeforeCut: FEED_LINES,
    newline: '\n',
  });
  encoder.initialize().codepage('auto');
  // The drawer opens at once, not after a long receipt.
  if (opensDrawer) encoder.pulse(0, PULSE_MS.on, PULSE_MS.off);
  for (const part of printed) draw(encoder, part, width, logo);
  return Buffer.from(encoder.cut('partial').encode());
}

function draw(
  encoder: ReceiptPrinterEncoder,
  part: Printed,
  width: PaperWidth,
  logo: Dots | undefined,
): void {
  switch (part.kind) {
    case 'line':
      // Whatever the paper, no text of it is a command.
      encoder.bold(part.isBold).line(printable(part.text)).bold(false);
      return;
    case 'logo':
      if (logo !== undefined) drawDots(encoder, logo);
      return;
    case 'barcode':
      drawBarcode(encoder, part.code, width);
      return;
    case 'qr':
      encoder
        .align('center')
        .qrcode(part.content, { model: 2, size: QR_SCALE, errorlevel: 'm' })
        .align('left');
  }
}

/** Paper of 58 mm is too narrow for the printer's own bars, so they are sent as a picture. */
function drawBarcode(encoder: ReceiptPrinterEncoder, code: string, width: PaperWidth): void {
  const modules = barcodeModules(code);
  const scale = barScale(modules.width, width);
  if (scale < 2) {
    drawDots(encoder, dotsOf(modules, scale, BAR_HEIGHT_DOTS));
    return;
  }
  encoder
    .align('center')
    .barcode(code, 'code128', { width: NARROWEST, height: BAR_HEIGHT_DOTS, text: false })
    .align('left');
}

const DOTS_PER_BYTE = 8;

/** The encoder takes pictures whose sides are multiples of eight dots; the rest stays white. */
function drawDots(encoder: ReceiptPrinterEncoder, dots: Dots): void {
  const width = Math.ceil(dots.width / DOTS_PER_BYTE) * DOTS_PER_BYTE;
  const height = Math.ceil(dots.height / DOTS_PER_BYTE) * DOTS_PER_BYTE;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const left = Math.floor((width - dots.width) / 2);
  for (let y = 0; y < dots.height; y += 1) {
    for (let x = 0; x < dots.width; x += 1) {
      const shade = dots.data[y * dots.width + x] ?? 255;
      data.fill(shade, (y * width + x + left) * 4, (y * width + x + left) * 4 + 3);
    }
  }
  const picture = { data, width, height };
  encoder.align('center').image(picture, { width, height, algorithm: 'threshold' }).align('left');
}
