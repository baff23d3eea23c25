import PDFDocument from 'pdfkit';
import type { Quote } from './repository.js';
import type { WrittenLine, WrittenQuote } from './written-quote.js';

/** A4 in points. */
const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const AMOUNT_WIDTH = 90;
const NAME_WIDTH = WIDTH - 3 * AMOUNT_WIDTH;
/** Below it a line starts on the next page. */
const BOTTOM = 842 - MARGIN - 40;

type Document = InstanceType<typeof PDFDocument>;

/** The quote on A4, with as many pages as its lines need. */
export function renderPdf(quote: Quote, written: WrittenQuote): Promise<Buffer> {
  const { texts } = written;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: written.language,
    info: { Title: texts.title(written.number) },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  drawHead(document, quote, written);
  drawLines(document, written);
  drawSums(document, written);
  if (quote.note !== '') {
    document.moveDown(1.5).font('Helvetica').fontSize(10).text(quote.note, MARGIN, undefined, {
      width: WIDTH,
    });
  }
  document.moveDown(1.5).font('Helvetica').fontSize(9).fillColor('#555');
  document.text(texts.accept(written.number), MARGIN, undefined, { width: WIDTH });
  document.end();
  return done;
}

function drawHead(document: Document, quote: Quote, written: WrittenQuote): void {
  const { texts } = written;
  document.font('Helvetica-Bold').fontSize(12).text(written.storeName);
  document.font('Helvetica').fontSize(9).fillColor('#555').text(written.storeLines.join(' · '));
  document.moveDown(2).fillColor('#000');
  if (quote.customer_name !== '') document.fontSize(11).text(quote.customer_name);
  document.moveDown(2).font('Helvetica-Bold').fontSize(18).text(texts.title(written.number));
  document.font('Helvetica').fontSize(10);
  document.text(`${texts.madeOn}: ${written.madeOn}`);
  document.text(`${texts.validUntil}: ${written.validUntil}`);
  document.moveDown(1.5);
}

/** One row of a table with right-aligned amounts; returns below the tallest cell. */
function drawRow(document: Document, cells: readonly string[], font = 'Helvetica'): void {
  if (document.y > BOTTOM) document.addPage();
  const top = document.y;
  const [name = '', ...amounts] = cells;
  document
    .font(font)
    .fontSize(10)
    .text(name, MARGIN, top, { width: NAME_WIDTH - 8 });
  const below = document.y;
  amounts.forEach((amount, index) => {
    document.text(amount, MARGIN + NAME_WIDTH + index * AMOUNT_WIDTH, top, {
      width: AMOUNT_WIDTH,
      align: 'right',
    });
  });
  document.y = Math.max(below, document.y) + 3;
}

const rule = (document: Document): void => {
  const { y } = document;
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke('#999');
  document.y = y + 5;
};

function drawLines(document: Document, { texts, lines }: WrittenQuote): void {
  const { goods, quantity, price, amount } = texts;
  drawRow(document, [goods, quantity, price, amount], 'Helvetica-Bold');
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

function drawSums(document: Document, { sums, texts }: WrittenQuote): void {
  for (const { label, amount } of sums) {
    const font = label === texts.total ? 'Helvetica-Bold' : 'Helvetica';
    drawRow(document, [label, '', '', amount], font);
  }
}
