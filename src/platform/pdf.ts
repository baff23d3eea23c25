import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);

/** With European scripts, which the built-in fonts of PDF lack: names come from any country. */
const SANS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

export const POINTS_PER_MM = 72 / 25.4;

export type PdfDocument = InstanceType<typeof PDFDocument>;

type Options = ConstructorParameters<typeof PDFDocument>[0] & {
  title: string;
  /** For screen readers. */
  language?: string | undefined;
  fonts?: { regular: string; bold: string };
};

/** Draws a document with the fonts `regular` and `bold`, and returns its bytes. */
export function writePdf(
  { title, language, fonts = SANS, ...options }: Options,
  draw: (document: PdfDocument) => void,
): Promise<Buffer> {
  const lang = language ? { lang: language } : {};
  const document = new PDFDocument({ ...options, ...lang, info: { Title: title } });
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  document.font('regular');
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

/** A4 in points. */
const A4 = { width: 595, height: 842 };

/** The part of an A4 page inside of its margin. */
export const a4Inside = (margin: number) => ({
  left: margin,
  width: A4.width - 2 * margin,
  bottom: A4.height - margin,
});

/** A thin line across the text, with a gap below it. */
export function drawRule(
  document: PdfDocument,
  { left, width, gap }: { left: number; width: number; gap: number },
): void {
  const { y } = document;
  document
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .stroke('#999');
  document.y = y + gap;
}
