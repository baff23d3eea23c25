import { type PdfDocument, POINTS_PER_MM, writePdf } from '../../platform/pdf.js';
import { barcodeModules, type Modules, qrModules } from './codes.js';
import { COLUMNS_OF, type PaperWidth } from './columns.js';
import { MONO } from './fonts.js';
import { layOut } from './layout.js';
import { LOGO_DOTS } from './paper.js';
import { type Printed, printLines } from './print-lines.js';
import type { Receipt } from './read-receipt.js';

const MARGIN = 4 * POINTS_PER_MM;
const LINE_HEIGHT = 1.25;
const BAR_HEIGHT = 24;
const GAP = 6;
/** Width of a module of a QR code in points: readable and small. */
const QR_MODULE = 1.6;

/** A PNG file with its size in dots. */
export type LogoFile = { content: Buffer; width: number; height: number };
type Page = { document: PdfDocument; width: number; fontSize: number; logo?: LogoFile };

/** One page as wide as the paper and as long as the receipt. */
export function renderPdf(
  receipt: Receipt,
  { width: paper, title, logo }: { width: PaperWidth; title: string; logo?: LogoFile },
): Promise<Buffer> {
  const printed = printLines(layOut(receipt), COLUMNS_OF[paper]);
  const width = Number(paper) * POINTS_PER_MM;
  const fontSize = (width - 2 * MARGIN) / COLUMNS_OF[paper] / MONO.widthOfEm;
  const height =
    printed.reduce((sum, part) => sum + heightOf(part, fontSize, logo), 0) + 2 * MARGIN;
  const size: [number, number] = [width, height];
  const options = { size, margin: 0, title, language: receipt.language, fonts: MONO };
  return writePdf(options, document => {
    const page = { document, width, fontSize, ...(logo && { logo }) };
    let top = MARGIN;
    for (const part of printed) {
      draw(page, part, top);
      top += heightOf(part, fontSize, logo);
    }
  });
}

function heightOf(part: Printed, fontSize: number, logo: LogoFile | undefined): number {
  switch (part.kind) {
    case 'line':
      return fontSize * LINE_HEIGHT;
    case 'logo':
      return logo === undefined ? 0 : logo.height * pointsPerDot + GAP;
    case 'barcode':
      return BAR_HEIGHT + 2 * GAP;
    case 'qr':
      return qrModules(part.content).rows.length * QR_MODULE + 2 * GAP;
  }
}

/** The widest logo is 40 mm. */
const pointsPerDot = (40 * POINTS_PER_MM) / LOGO_DOTS.width;

function draw(page: Page, part: Printed, top: number): void {
  const { document, width, fontSize, logo } = page;
  switch (part.kind) {
    case 'line':
      document
        .font(part.isBold ? 'bold' : 'regular')
        .fontSize(fontSize)
        .text(part.text, MARGIN, top, { lineBreak: false });
      return;
    case 'logo': {
      if (logo === undefined) return;
      const wide = logo.width * pointsPerDot;
      document.image(logo.content, (width - wide) / 2, top, { width: wide });
      return;
    }
    case 'barcode': {
      const modules = barcodeModules(part.code);
      const scale = (width - MARGIN) / modules.width;
      drawModules(page, modules, top + GAP, { x: Math.min(scale, 1), y: BAR_HEIGHT });
      return;
    }
    case 'qr':
      drawModules(page, qrModules(part.content), top + GAP, { x: QR_MODULE, y: QR_MODULE });
  }
}

/** Draws neighbouring dark modules as one rectangle, so that no light line stands between them. */
function drawModules(
  { document, width }: Page,
  modules: Modules,
  top: number,
  size: { x: number; y: number },
): void {
  const left = (width - modules.width * size.x) / 2;
  modules.rows.forEach((row, y) => {
    let start = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] && start < 0) start = x;
      if (row[x] || start < 0) continue;
      document.rect(left + start * size.x, top + y * size.y, (x - start) * size.x, size.y);
      start = -1;
    }
  });
  document.fill('#000');
}
