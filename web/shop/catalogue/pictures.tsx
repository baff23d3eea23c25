import { Group, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Artwork } from '../../shared/artwork/index.js';
import { pictureFor } from '../../shared/picture/files.js';
import { Picture } from '../../shared/picture/index.js';
import { useT } from '../texts/index.js';
import type { Product, Variant } from '../types.js';
import classes from './product-page.module.css';

/** The picture of the chosen variant, and buttons for those of the product and of this variant. */
export function Pictures(props: { product: Product; variant: Variant | undefined }): ReactNode {
  const { product, variant } = props;
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const pictures = (product.pictures ?? []).filter(
    ({ variant_id: id }) => id === null || id === variant?.id,
  );
  const shown =
    pictures.find(({ url }) => url === chosen) ?? pictureFor(product.pictures, variant?.id);
  return (
    <div className={classes.pictures}>
      <Artwork
        name={product.name}
        tint={variant?.name}
        category={product.category?.name}
        imageUrl={product.image_url}
        picture={shown}
        sizes="(max-width: 48em) 100vw, 50vw"
        label={t('product.picture', { name: product.name })}
        className={classes.picture}
      />
      {pictures.length > 1 && (
        <Group gap="xs" mt="sm">
          {pictures.map((picture, index) => (
            <UnstyledButton
              key={picture.url}
              className={classes.thumb}
              aria-pressed={picture.url === shown?.url}
              aria-label={picture.alt || t('product.picture.number', { number: index + 1 })}
              onClick={() => setChosen(picture.url)}
            >
              <Picture picture={picture} sizes="64px" alt="" />
            </UnstyledButton>
          ))}
        </Group>
      )}
    </div>
  );
}
