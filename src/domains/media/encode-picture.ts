import type { Sharp, SharpOptions } from 'sharp';
import { invalidField } from '../../platform/http/failure.js';
import { loadSharp } from '../../platform/pictures/load-sharp.js';
import { Semaphore } from '../../platform/semaphore.js';
import {
  checkPixels,
  FORMATS,
  type Format,
  fullSize,
  kindOf,
  MAX_PIXELS,
  widthsFor,
} from './rules.js';

export type Encoded = {
  width: number;
  height: number;
  widths: number[];
  files: { width: number; format: Format; content: Buffer }[];
};

/** One picture at a time on each node, so that uploads leave a core to the tills. */
const oneAtATime = new Semaphore({ permits: 1 });

const TIMEOUT_SECONDS = 30;
const QUALITY = { webp: { quality: 80 }, avif: { quality: 55, effort: 1 } } as const;
const INPUT: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 };
/**
 * Every size and format of a picture, upright and without metadata. Refuses other types and too many
 * pixels before anything is decoded.
 */
export async function encodePicture(bytes: Buffer): Promise<Encoded> {
  kindOf(bytes);
  const sharp = await loadSharp();
  const { width = 0, height = 0 } = await readable(
    sharp(bytes, { ...INPUT, limitInputPixels: false }).metadata(),
  );
  checkPixels(width, height);
  return oneAtATime.run(async () => {
    const decoded = await decode(sharp(bytes, INPUT), { width, height });
    const { data, info } = decoded;
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const widths = widthsFor(info.width);
    const files: Encoded['files'] = [];
    for (const size of widths) {
      for (const format of FORMATS) {
        const resized = sharp(data, { raw }).resize({ width: size });
        const content = await limited(resized).toFormat(format, QUALITY[format]).toBuffer();
        files.push({ width: size, format, content });
      }
    }
    return { width: info.width, height: info.height, widths, files };
  });
}

const limited = (picture: Sharp): Sharp => picture.timeout({ seconds: TIMEOUT_SECONDS });

/** Decodes once, turned as the camera noted, in the colours of the web. */
function decode(picture: Sharp, size: { width: number; height: number }) {
  const full = fullSize(size.width, size.height);
  const side = Math.max(full.width, full.height);
  return readable(
    limited(picture)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw invalidField('file', 'The picture is damaged and cannot be read.', 'UNREADABLE_PICTURE');
  }
}
