import { Failure, invalidField } from '../../platform/http/failure.js';

export const MAX_FILE_BYTES = 20 * 1_048_576;
/** A 50-megapixel photo takes 200 MB when it is decoded. */
export const MAX_PIXELS = 50_000_000;
/** A strip of 50 million pixels in one row took 33 s to resize. Panoramas of phones have 16,384. */
const MAX_INPUT_SIDE = 20_000;
/** The longest side of the largest file. */
const MAX_SIDE = 2_048;
const WIDTHS = [160, 320, 640, 1_280];

export const FORMATS = ['avif', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

type Kind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

const MAGIC: [kind: Kind, matches: (head: string) => boolean][] = [
  ['jpeg', head => head.startsWith('\xff\xd8\xff')],
  ['png', head => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', head => /^GIF8[79]a/.test(head)],
  ['webp', head => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
  ['avif', head => head.slice(4, 8) === 'ftyp' && /avif|avis/.test(head.slice(8))],
];
const HEAD_BYTES = 32;

/** The type by the first bytes; the name and the type that the client sends are not trusted. */
export function kindOf(bytes: Buffer): Kind {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const kind = MAGIC.find(([, matches]) => matches(head))?.[0];
  if (kind !== undefined) return kind;
  throw new Failure(
    'unsupported_media',
    'UNSUPPORTED_PICTURE',
    'file: A picture is a JPEG, PNG, WebP, AVIF or GIF file.',
    { fields: { file: ['A picture is a JPEG, PNG, WebP, AVIF or GIF file.'] } },
  );
}

export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS) {
    throw invalidField('file', 'A picture has at most 50 megapixels.', 'TOO_MANY_PIXELS');
  }
  if (Math.max(width, height) > MAX_INPUT_SIDE) {
    const message = 'A side of a picture has at most 20,000 pixels.';
    throw invalidField('file', message, 'TOO_MANY_PIXELS');
  }
}

/** The size of the largest file: never larger than the original. */
export function fullSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: scaled(width, factor), height: scaled(height, factor) };
}

const scaled = (side: number, factor: number): number => Math.max(1, Math.round(side * factor));

/** Narrow to wide; the last is the full width. */
export const widthsFor = (full: number): number[] => [
  ...WIDTHS.filter(width => width < full),
  full,
];

export const heightAt = (size: { width: number; height: number }, width: number): number =>
  scaled(size.height, width / size.width);

export const fileName = (key: string, width: number, format: Format): string =>
  `${key}-${width}.${format}`;

export const FILE_NAME = /^([0-9a-f]{40})-([1-9]\d{0,3})\.(avif|webp)$/;
