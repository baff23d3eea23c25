import type { CSSProperties, ReactNode } from 'react';

/** A picture with its files, as products list them. */
export type PictureFiles = {
  url: string;
  alt: string;
  focal_x: number;
  focal_y: number;
  variant_id: string | null;
  variants: { url: string; width: number; format: string }[];
};

const sourcesOf = ({ variants }: PictureFiles, format: string): string =>
  variants
    .filter(each => each.format === format)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ');

/** The narrowest WebP file that is at least this wide, for places that show one small size. */
export function smallFile({ url, variants }: PictureFiles, width: number): string {
  const found = variants.find(each => each.format === 'webp' && each.width >= width);
  return found?.url ?? url;
}

/** The picture of a variant, else the first of the product. */
export const pictureFor = <Picture extends Pick<PictureFiles, 'variant_id'>>(
  pictures: readonly Picture[] | undefined,
  variantId?: string,
): Picture | undefined =>
  pictures?.find(({ variant_id: id }) => id !== null && id === variantId) ??
  pictures?.find(({ variant_id: id }) => id === null) ??
  pictures?.[0];

/** The browser chooses format and size; a crop keeps the focal point. */
export function Picture(props: {
  picture: PictureFiles;
  /** Width on the screen, as in the attribute `sizes`. */
  sizes: string;
  alt?: string;
  className?: string;
  style?: CSSProperties;
}): ReactNode {
  const { picture, sizes, className, style } = props;
  const position = `${picture.focal_x * 100}% ${picture.focal_y * 100}%`;
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={sourcesOf(picture, 'avif')} sizes={sizes} />
      <img
        src={picture.url}
        srcSet={sourcesOf(picture, 'webp')}
        sizes={sizes}
        alt={props.alt ?? picture.alt}
        loading="lazy"
        className={className}
        style={{ objectFit: 'cover', objectPosition: position, ...style }}
      />
    </picture>
  );
}
