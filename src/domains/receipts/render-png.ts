import { loadSharp, type SharpLibrary } from '../../platform/pictures/load-sharp.js';
import { barcodeModules, type Dots, dotsOf, qrModules } from './codes.js';
import { COLUMNS_OF, type PaperWidth } from './columns.js';
import { MONO } from './fonts.js';
import { layOut } from './layout.js';
import { BAR_HEIGHT_DOTS, barScale, DOTS_OF, QR_SCALE } from './paper.js';
import { type Printed, printLines } from './print-lines.js';
import type { Receipt } from './read-receipt.js';

const MARGIN = 8;
const GAP = 12;
const WHITE = 255;

type Line = Extract<Printed, { kind: 'line' }>;

/** The receipt as a picture with a dot for each dot of the printer. */
export async function renderPng(
  receipt: Receipt,
  { width: paper, logo }: { width: PaperWidth; logo?: Dots },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const columns = COLUMNS_OF[paper];
  const width = DOTS_OF[paper];
  const parts: Dots[] = [];
  for (const block of blocksOf(printLines(layOut(receipt), columns))) {
    if (Array.isArray(block)) parts.push(await drawText(sharp, block, columns, width - 2 * MARGIN));
    else if (block.kind !== 'logo') parts.push(drawCode(block, paper));
    else if (logo !== undefined) parts.push(logo);
  }
  let top = GAP;
  const placed = parts.map(dots => {
    const at = top;
    top += dots.height + GAP;
    const raw = { width: dots.width, height: dots.height, channels: 1 as const };
    return { input: dots.data, raw, left: Math.floor((width - dots.width) / 2), top: at };
  });
  const background = { r: WHITE, g: WHITE, b: WHITE };
  return sharp({ create: { width, height: top, channels: 3, background } })
    .composite(placed)
    .png({ palette: true, colours: 16 })
    .toBuffer();
}

/** Neighbouring lines of text are drawn together. */
function blocksOf(printed: readonly Printed[]): (Line[] | Exclude<Printed, Line>)[] {
  const blocks: (Line[] | Exclude<Printed, Line>)[] = [];
  for (const part of printed) {
    const last = blocks.at(-1);
    if (part.kind !== 'line') blocks.push(part);
    else if (Array.isArray(last)) last.push(part);
    else blocks.push([part]);
  }
  return blocks;
}

function drawCode(part: Exclude<Printed, Line | { kind: 'logo' }>, paper: PaperWidth): Dots {
  if (part.kind === 'qr') return dotsOf(qrModules(part.content), QR_SCALE);
  const modules = barcodeModules(part.code);
  return dotsOf(modules, barScale(modules.width, paper), BAR_HEIGHT_DOTS);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The library crops text to its ink. A row of full blocks above and below the lines keeps their
 * place; both rows are cut off again.
 */
async function drawText(
  sharp: SharpLibrary,
  lines: readonly Line[],
  columns: number,
  width: number,
): Promise<Dots> {
  const frame = '\u2588'.repeat(columns);
  const body = lines.map(({ text, isBold }) =>
    isBold ? `<b>${escaped(text)}</b>` : escaped(text),
  );
  const font = `${MONO.name} ${Math.floor(width / columns / MONO.widthOfEm)}`;
  await drawnOnce(sharp, MONO.bold, `${font.replace(/ \d+$/, '')} Bold 10`);
  const drawn = await sharp({
    text: {
      text: [frame, ...body, frame].join('\n'),
      font,
      fontfile: MONO.regular,
      dpi: 72,
      wrap: 'none',
    },
  })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = drawn;
  const pitch = Math.round(info.height / (lines.length + 2));
  const height = info.height - 2 * pitch;
  const { data } = await sharp(drawn.data, { raw: { ...info, channels: info.channels } })
    .extract({ left: 0, top: pitch, width: info.width, height })
    .negate()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height, data };
}

const known = new Set<string>();

/** A font file is known to the library from its first use on. */
async function drawnOnce(sharp: SharpLibrary, fontfile: string, font: string): Promise<void> {
  if (known.has(fontfile)) return;
  await sharp({ text: { text: 'x', font, fontfile, dpi: 72 } })
    .raw()
    .toBuffer();
  known.add(fontfile);
}
