import { a4Inside, drawRule, type PdfDocument, writePdf } from '../../platform/pdf.js';
import type { Quote } from './repository.js';
import type { WrittenLine, WrittenQuote } from './written-quote.js';

const MARGIN = 56;
const { left: LEFT, width: WIDTH, bottom } = a4Inside(MARGIN);
const AMOUNT_WIDTH = 90;
const NAME_WIDTH = WIDTH - 3 * AMOUNT_WIDTH;
/** Below it a line starts on the next page. */
const BOTTOM = bottom - 40;

/** The quote on A4, with as many pages as its lines need. */
export function renderPdf(quote: Quote, written: WrittenQuote): Promise<Buffer> {
  const { texts, number, language } = written;
  const options = { size: 'A4' as const, margin: MARGIN, title: texts.title(number), language };
  return writePdf(options, document => {
    drawHead(document, quote, written);
    drawLines(document, written);
    drawSums(document, written);
    if (quote.note !== '') {
      document.moveDown(1.5).font('regular').fontSize(10);
      document.text(quote.note, LEFT, undefined, { width: WIDTH });
    }
    document.moveDown(1.5).font('regular').fontSize(9).fillColor('#555');
    document.text(texts.accept(number), LEFT, undefined, { width: WIDTH });
  });
}

function drawHead(document: PdfDocument, quote: Quote, written: WrittenQuote): void {
  const { texts } = written;
  document.font('bold').fontSize(12).text(written.storeName);
  document.font('regular').fontSize(9).fillColor('#555').text(written.storeLines.join(' · '));
  document.moveDown(2).fillColor('#000');
  if (quote.customer_name !== '') document.fontSize(11).text(quote.customer_name);
  document.moveDown(2).font('bold').fontSize(18).text(texts.title(written.number));
  document.font('regular').fontSize(10);
  document.text(`${texts.madeOn}: ${written.madeOn}`);
  document.text(`${texts.validUntil}: ${written.validUntil}`);
  document.moveDown(1.5);
}

/** One row of a table with right-aligned amounts; returns below the tallest cell. */
function drawRow(document: PdfDocument, cells: readonly string[], font = 'regular'): void {
  if (document.y > BOTTOM) document.addPage();
  const top = document.y;
  const [name = '', ...amounts] = cells;
  document
    .font(font)
    .fontSize(10)
    .text(name, LEFT, top, { width: NAME_WIDTH - 8 });
  const below = document.y;
  amounts.forEach((amount, index) => {
    document.text(amount, LEFT + NAME_WIDTH + index * AMOUNT_WIDTH, top, {
      width: AMOUNT_WIDTH,
      align: 'right',
    });
  });
  document.y = Math.max(below, document.y) + 3;
}

const rule = (document: PdfDocument): void =>
  drawRule(document, { left: LEFT, width: WIDTH, gap: 5 });

function drawLines(document: PdfDocument, { texts, lines }: WrittenQuote): void {
  const { goods, quantity, price, amount } = texts;
  drawRow(document, [goods, quantity, price, amount], 'bold');
  rule(document);
  const cells = (line: WrittenLine) => [
    line.description,
    line.quantity,
    line.unitPrice,
    line.total,
  ];
  for (const line of lines) drawRow(document, cells(line));
  rule(document);
}

function drawSums(document: PdfDocument, { sums, texts }: WrittenQuote): void {
  for (const { label, amount } of sums) {
    const font = label === texts.total ? 'bold' : 'regular';
    drawRow(document, [label, '', '', amount], font);
  }
}
