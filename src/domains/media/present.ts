import type { Media } from './repository.js';
import { FORMATS, fileName, heightAt } from './rules.js';

const FILES = '/media/files/';

/** The columns of `media` that its files follow from. */
export type PictureSize = Pick<Media, 'key' | 'width' | 'height' | 'widths'>;

export const presentPicture = ({ key, width, height, widths }: PictureSize) => ({
  url: FILES + fileName(key, widths.at(-1) ?? width, 'webp'),
  width,
  height,
  variants: widths.flatMap(each =>
    FORMATS.map(format => ({
      url: FILES + fileName(key, each, format),
      width: each,
      height: heightAt({ width, height }, each),
      format,
    })),
  ),
});

/** SQL for the path of a small WebP file of `media m`, for lists. */
export const smallUrlSql = `'${FILES}' || m.key || '-' ||
  coalesce((select min(w) from unnest(m.widths) w where w >= 320), m.width) || '.webp'`;

export const presentMedia = (media: Media) => ({
  id: media.id,
  ...presentPicture(media),
  created_at: media.created_at.toISOString(),
});
