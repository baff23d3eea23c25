import { Group, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { picturesFor } from '../../../src/domains/catalog/pictures/choose-pictures.js';
import { Artwork } from '../../shared/artwork/index.js';
import type { PictureFiles } from '../../shared/picture/files.js';
import { Picture } from '../../shared/picture/index.js';
import { useT } from '../texts/index.js';
import type { Product, Variant } from '../types.js';
import classes from './product-page.module.css';

const ZoomDialog = lazy(async () => ({ default: (await import('./zoom-dialog.js')).ZoomDialog }));

type Shown = { product: Product; variant: Variant | undefined };

/** The pictures of the chosen variant and of the product, those of the variant first. */
export function Pictures({ product, variant }: Shown): ReactNode {
  const pictures = picturesFor(product, variant);
  return (
    <div className={classes.pictures}>
      {pictures.length === 0 ? (
        <Drawing product={product} variant={variant} />
      ) : (
        <Photos product={product} pictures={pictures} />
      )}
    </div>
  );
}

function Drawing({ product, variant }: Shown): ReactNode {
  const t = useT();
  return (
    <Artwork
      name={product.name}
      tint={variant?.name}
      category={product.category?.name}
      imageUrl={product.image_url}
      sizes={SIZES}
      label={t('product.picture', { name: product.name })}
      className={classes.picture}
    />
  );
}

const SIZES = '(max-width: 48em) 100vw, 50vw';

/** A strip that fingers and the buttons below it move; each picture opens larger. */
function Photos(props: { product: Product; pictures: readonly PictureFiles[] }): ReactNode {
  const { product, pictures } = props;
  const t = useT();
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<PictureFiles>();
  const altOf = ({ alt }: PictureFiles): string =>
    alt || t('product.picture', { name: product.name });
  const show = (index: number): void => {
    const { current: element } = strip;
    element?.scrollTo({ left: index * element.clientWidth, behavior: 'smooth' });
    setCurrent(index);
  };
  return (
    <>
      <div
        ref={strip}
        className={classes.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {pictures.map((picture, index) => (
          <UnstyledButton
            key={picture.url}
            className={classes.photo}
            aria-label={t('product.zoom', { name: altOf(picture) })}
            onClick={() => setZoomed(picture)}
          >
            <Picture
              picture={picture}
              sizes={SIZES}
              alt={altOf(picture)}
              className={classes.picture}
              isFirst={index === 0}
            />
          </UnstyledButton>
        ))}
      </div>
      {pictures.length > 1 && (
        <Group gap="xs" mt="sm">
          {pictures.map((picture, index) => (
            <UnstyledButton
              key={picture.url}
              className={classes.thumb}
              aria-pressed={index === current}
              aria-label={picture.alt || t('product.picture.number', { number: index + 1 })}
              onClick={() => show(index)}
            >
              <Picture picture={picture} sizes="64px" alt="" />
            </UnstyledButton>
          ))}
        </Group>
      )}
      {zoomed !== undefined && (
        <Suspense>
          <ZoomDialog
            picture={zoomed}
            alt={altOf(zoomed)}
            title={product.name}
            onClose={() => setZoomed(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
