import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from './browser.js';
import { findProgram, programOrSkip } from './debian.js';

const execute = promisify(execFile);
const PDFTOTEXT = { command: 'pdftotext', debianPackage: 'poppler-utils' };

/** A roll of receipt paper, cut after 20 cm, and a sheet. */
export const PAPERS = {
  '80 mm': { width: '80mm', height: '200mm' },
  A4: { width: '210mm', height: '297mm' },
} as const;
export type Paper = keyof typeof PAPERS;

/** Whether this machine can read PDF files. */
export const pdfReaderOrSkip = (): Promise<boolean> => programOrSkip(PDFTOTEXT, 'PDF TESTS');

export type Printout = {
  pages: number;
  /** Every line that is not blank, with single spaces. */
  lines: string[];
  /** The text in reading order, with single spaces. */
  text: string;
  /** Words that reach over an edge of their page. */
  cut: string[];
};

/** Prints a page as the browser would, and reads the PDF back. */
export async function print(page: Page, paper: Paper): Promise<Printout> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-pdf-'));
  try {
    const file = join(folder, 'print.pdf');
    await writeFile(file, await page.pdf({ ...PAPERS[paper] }));
    const pdftotext = await findProgram(PDFTOTEXT);
    const { stdout } = await execute(pdftotext, ['-layout', file, '-']);
    const { stdout: raw } = await execute(pdftotext, ['-raw', file, '-']);
    await execute(pdftotext, ['-bbox', file, join(folder, 'words.html')]);
    const words = await readFile(join(folder, 'words.html'), 'utf8');
    return {
      pages: words.split('<page ').length - 1,
      lines: linesOf(stdout),
      text: linesOf(raw).join(' '),
      cut: cutWords(words),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Dots per millimetre in `inkOf`. */
const DOTS = 4;

export type Ink = {
  /** Size of the page in millimetres. */
  width: number;
  height: number;
  /** Distances of what is printed from the edges of the page, in millimetres. */
  left: number;
  right: number;
  top: number;
  bottom: number;
};

/** Draws the only page of a PDF and measures where it has ink. */
export async function inkOf(pdf: Buffer): Promise<Ink> {
  const pdftoppm = await findProgram({ command: 'pdftoppm', debianPackage: 'poppler-utils' });
  const drawn = execute(pdftoppm, ['-gray', '-r', String(DOTS * 25.4), '-'], {
    encoding: 'buffer',
    maxBuffer: 50_000_000,
  });
  drawn.child.stdin?.end(pdf);
  const { stdout } = await drawn;
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 50).toString('latin1'));
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const dots = stdout.subarray(head?.[0].length ?? 0);
  const isDark = (x: number, y: number): boolean => (dots[y * width + x] ?? 255) < 128;
  const columns = [...Array(width).keys()];
  const rows = [...Array(height).keys()];
  const inked = rows.filter(y => columns.some(x => isDark(x, y)));
  const used = columns.filter(x => inked.some(y => isDark(x, y)));
  const mm = (count = Number.NaN): number => count / DOTS;
  return {
    width: mm(width),
    height: mm(height),
    left: mm(used[0]),
    right: mm(width - 1 - (used.at(-1) ?? Number.NaN)),
    top: mm(inked[0]),
    bottom: mm(height - 1 - (inked.at(-1) ?? Number.NaN)),
  };
}

/** The lines of a text that are not blank, with single spaces. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n\f]/)
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

function cutWords(html: string): string[] {
  return html.split('<page ').flatMap(page => {
    const [, width = '0', height = '0'] = /^width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
    const words = page.matchAll(
      /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
    );
    return [...words].flatMap(([, left, top, right, bottom, word = '']) => {
      const isInside =
        Number(left) >= 0 &&
        Number(top) >= 0 &&
        Number(right) <= Number(width) &&
        Number(bottom) <= Number(height);
      return isInside ? [] : [word];
    });
  });
}
