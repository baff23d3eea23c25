import type { CSSProperties, ReactNode } from 'react';
import type { PictureFiles } from './files.js';

const sourcesOf = ({ variants }: PictureFiles, format: string): string =>
  variants
    .filter(each => each.format === format)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ');

/** The browser chooses format and size; a crop keeps the focal point. */
export function Picture(props: {
  picture: PictureFiles;
  /** Width on the screen, as in the attribute `sizes`. */
  sizes: string;
  alt?: string;
  className?: string;
  style?: CSSProperties;
  /** The largest part of the first screen, which the browser loads at once. */
  isFirst?: boolean;
}): ReactNode {
  const { picture, sizes, className, style, isFirst = false } = props;
  const position = `${picture.focal_x * 100}% ${picture.focal_y * 100}%`;
  return (
    <picture style={{ display: 'contents' }}>
      {/* Without a box of the element around it, a source would take a cell of a grid. */}
      <source
        type="image/avif"
        srcSet={sourcesOf(picture, 'avif')}
        sizes={sizes}
        style={{ display: 'none' }}
      />
      <img
        src={picture.url}
        srcSet={sourcesOf(picture, 'webp')}
        sizes={sizes}
        alt={props.alt ?? picture.alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        className={className}
        style={{ objectFit: 'cover', objectPosition: position, ...style }}
      />
    </picture>
  );
}
