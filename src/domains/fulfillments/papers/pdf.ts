import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { barsOf } from '../../prices/index.js';

const require = createRequire(import.meta.url);

/** Fonts with European scripts: addresses have names of any country. */
const REGULAR = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

export const POINTS_PER_MM = 72 / 25.4;

export type Document = InstanceType<typeof PDFDocument>;

type Options = ConstructorParameters<typeof PDFDocument>[0] & { title: string; language: string };

/** Draws a document and returns its bytes. */
export function writePdf(
  { title, language, ...options }: Options,
  draw: (document: Document) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ ...options, lang: language, info: { Title: title } });
  document.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  draw(document);
  document.end();
  return done;
}

type Box = { x: number; y: number; width: number; height: number };

/** Draws a barcode as wide as the box allows; nothing for characters that no barcode has. */
export function drawBarcode(document: Document, code: string, box: Box): void {
  const bars = barsOf(code);
  if (bars === undefined) return;
  const modules = bars.widths.reduce((sum, width) => sum + width, 0);
  const scale = box.width / modules;
  let at = box.x;
  bars.widths.forEach((width, index) => {
    if (index % 2 === 0) document.rect(at, box.y, width * scale, box.height);
    at += width * scale;
  });
  document.fill('#000');
}
