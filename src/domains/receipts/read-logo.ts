import { loadSharp } from '../../platform/pictures/load-sharp.js';
import type { Platform } from '../../platform/platform.js';
import { mediaById, readPicture } from '../media/index.js';
import type { Dots } from './codes.js';
import { LOGO_DOTS } from './paper.js';
import type { Receipt } from './read-receipt.js';
import type { LogoFile } from './render-pdf.js';

/** The logo in grey, fitted into its box on white; undefined without one. */
async function greyLogo(platform: Platform, { logo }: Receipt) {
  const media = logo && (await mediaById(platform.db, logo.id));
  const content = media && (await readPicture(platform, media, LOGO_DOTS.width));
  if (!content) return undefined;
  const sharp = await loadSharp();
  return sharp(content)
    .resize({ ...LOGO_DOTS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('b-w');
}

/** For printers and pictures. */
export async function logoDots(platform: Platform, receipt: Receipt): Promise<Dots | undefined> {
  const drawn = await (await greyLogo(platform, receipt))
    ?.raw()
    .toBuffer({ resolveWithObject: true });
  return drawn && { width: drawn.info.width, height: drawn.info.height, data: drawn.data };
}

/** For PDF files. */
export async function logoFile(
  platform: Platform,
  receipt: Receipt,
): Promise<LogoFile | undefined> {
  const drawn = await (await greyLogo(platform, receipt))
    ?.png()
    .toBuffer({ resolveWithObject: true });
  return drawn && { width: drawn.info.width, height: drawn.info.height, content: drawn.data };
}
