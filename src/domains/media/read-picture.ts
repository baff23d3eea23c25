import { buffer } from 'node:stream/consumers';
import type { Platform } from '../../platform/platform.js';
import type { PictureSize } from './present.js';
import { fileName } from './rules.js';

/** The WebP file of a picture that is at least this wide, or its widest; undefined without a file. */
export async function readPicture(
  { files }: Pick<Platform, 'files'>,
  { key, width, widths }: PictureSize,
  minWidth: number,
): Promise<Buffer | undefined> {
  const best = widths.find(each => each >= minWidth) ?? widths.at(-1) ?? width;
  const file = await files.open(fileName(key, best, 'webp'));
  return file && buffer(file.content);
}
