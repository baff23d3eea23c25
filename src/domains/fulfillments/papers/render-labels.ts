import { type PdfDocument, POINTS_PER_MM, writePdf } from '../../../platform/pdf.js';
import { clean } from '../../../platform/plain-text.js';
import { drawBarcode } from '../../prices/index.js';
import type { ParcelLabel } from './parcel-label.js';

/** The usual roll of parcel labels: 100 × 150 mm. */
const WIDTH = 100 * POINTS_PER_MM;
const HEIGHT = 150 * POINTS_PER_MM;
const MARGIN = 6 * POINTS_PER_MM;
const INNER = WIDTH - 2 * MARGIN;
const BARS_HEIGHT = 44;
/** The address has this much room; a longer one is set smaller. */
const ADDRESS_HEIGHT = 130;
const SIZES = [16, 14, 12, 10, 8];

/** One page per parcel. */
export function renderLabels(labels: readonly ParcelLabel[]): Promise<Buffer> {
  const [first] = labels;
  if (first === undefined) throw new Error('a label has a parcel');
  const size: [number, number] = [WIDTH, HEIGHT];
  const title = first.texts.title(first.number);
  return writePdf({ size, margin: 0, title, language: first.language }, document => {
    labels.forEach((label, index) => {
      if (index > 0) document.addPage({ size, margin: 0 });
      draw(document, label);
    });
  });
}

function draw(document: PdfDocument, label: ParcelLabel): void {
  const { texts } = label;
  const width = { width: INNER };
  document.font('regular').fontSize(8).fillColor('#444').text(texts.from, MARGIN, MARGIN, width);
  document.fillColor('#000').fontSize(9);
  document.text(label.from.map(clean).join(', '), MARGIN, undefined, { ...width, height: 36 });
  rule(document, MARGIN + 52);
  document
    .fontSize(8)
    .fillColor('#444')
    .text(texts.to, MARGIN, MARGIN + 60, width);
  document.fillColor('#000').font('bold');
  const to = label.to.map(clean).join('\n');
  const fits = (size: number) =>
    document.fontSize(size).heightOfString(to, width) <= ADDRESS_HEIGHT;
  document.fontSize(SIZES.find(fits) ?? SIZES.at(-1) ?? 8);
  document.text(to, MARGIN, MARGIN + 74, { ...width, height: ADDRESS_HEIGHT, ellipsis: true });
  rule(document, MARGIN + 212);
  drawCode(document, MARGIN + 222, texts.order, label.number);
  document
    .font('bold')
    .fontSize(10)
    .text(label.parcel, MARGIN, MARGIN + 296, width);
  if (label.tracking !== '') {
    drawCode(document, MARGIN + 318, clean(label.carrier) || texts.tracking, label.tracking);
  }
}

function drawCode(document: PdfDocument, y: number, title: string, code: string): void {
  document.font('regular').fontSize(8).text(title, MARGIN, y, { width: INNER });
  drawBarcode(document, code, { x: MARGIN, y: y + 12, width: INNER, height: BARS_HEIGHT });
  document.font('regular').fontSize(9);
  document.text(clean(code), MARGIN, y + 14 + BARS_HEIGHT, { width: INNER, align: 'center' });
}

const rule = (document: PdfDocument, y: number): void => {
  document
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(0.8)
    .stroke('#000');
};
