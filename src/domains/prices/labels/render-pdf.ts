import { type PdfDocument, POINTS_PER_MM, writePdf } from '../../../platform/pdf.js';
import { drawBarcode } from './draw-barcode.js';
import type { Label } from './rules.js';

/** 3 × 8 labels of 70 × 37 mm on A4, the usual sheet. */
const WIDTH = 70 * POINTS_PER_MM;
const HEIGHT = 37.125 * POINTS_PER_MM;
const COLUMNS = 3;
const PER_PAGE = 24;
const MARGIN = 10;
const BAR_HEIGHT = 24;

/** Price tags on A4 sheets. */
export const renderPdf = (labels: readonly Label[]): Promise<Buffer> =>
  writePdf({ size: 'A4', margin: 0, title: 'Price tags' }, document => {
    labels.forEach((label, index) => {
      if (index > 0 && index % PER_PAGE === 0) document.addPage({ size: 'A4', margin: 0 });
      const place = index % PER_PAGE;
      draw(document, label, (place % COLUMNS) * WIDTH, Math.floor(place / COLUMNS) * HEIGHT);
    });
  });

function draw(document: PdfDocument, label: Label, x: number, y: number): void {
  const line = (text: string, size: number, top: number, font = 'regular'): void => {
    const options = { width: WIDTH - 2 * MARGIN, height: size * 1.2, lineBreak: false };
    document
      .font(font)
      .fontSize(size)
      .text(text, x + MARGIN, y + top, { ...options, ellipsis: true });
  };
  line(label.product, 10, 8, 'bold');
  line(label.variant, 8, 21);
  line(label.price, 20, 32, 'bold');
  if (label.unitPrice !== null) line(label.unitPrice, 7, 54);
  const code = label.barcode ?? label.sku;
  const [left, top] = [x + MARGIN, y + 64];
  const place = { x: left, y: top, width: WIDTH - 2 * MARGIN, height: BAR_HEIGHT, maxModule: 1 };
  if (!drawBarcode(document, code, place)) return;
  document
    .font('regular')
    .fontSize(6)
    .text(code, left, top + BAR_HEIGHT + 2, { lineBreak: false });
}
