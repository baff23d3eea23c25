import PDFDocument from 'pdfkit';
import { barsOf } from './barcode.js';
import type { Label } from './rules.js';

/** A4 in points, with 3 × 8 labels of 70 × 37 mm, the usual sheet. */
const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 70 * POINTS_PER_MM;
const HEIGHT = 37.125 * POINTS_PER_MM;
const COLUMNS = 3;
const PER_PAGE = 24;
const MARGIN = 10;

type Document = InstanceType<typeof PDFDocument>;

/** Price tags on A4 sheets. */
export function renderPdf(labels: readonly Label[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, info: { Title: 'Price tags' } });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  labels.forEach((label, index) => {
    if (index > 0 && index % PER_PAGE === 0) document.addPage({ size: 'A4', margin: 0 });
    const place = index % PER_PAGE;
    draw(document, label, (place % COLUMNS) * WIDTH, Math.floor(place / COLUMNS) * HEIGHT);
  });
  document.end();
  return done;
}

function draw(document: Document, label: Label, x: number, y: number): void {
  const line = (text: string, size: number, top: number, font = 'Helvetica'): void => {
    const options = { width: WIDTH - 2 * MARGIN, height: size * 1.2, lineBreak: false };
    document
      .font(font)
      .fontSize(size)
      .text(text, x + MARGIN, y + top, { ...options, ellipsis: true });
  };
  line(label.product, 10, 8, 'Helvetica-Bold');
  line(label.variant, 8, 21);
  line(label.price, 20, 32, 'Helvetica-Bold');
  if (label.unitPrice !== null) line(label.unitPrice, 7, 54);
  drawBarcode(document, label.barcode ?? label.sku, x, y + 64);
}

const BAR_HEIGHT = 24;

function drawBarcode(document: Document, code: string, x: number, top: number): void {
  const bars = barsOf(code);
  if (bars === undefined) return;
  const modules = bars.widths.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(1, (WIDTH - 2 * MARGIN) / modules);
  let at = x + MARGIN;
  bars.widths.forEach((width, index) => {
    if (index % 2 === 0) document.rect(at, top, width * scale, BAR_HEIGHT);
    at += width * scale;
  });
  document.fill('#000');
  document
    .font('Helvetica')
    .fontSize(6)
    .text(code, x + MARGIN, top + BAR_HEIGHT + 2, { lineBreak: false });
}
