import { ActionIcon, Badge, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { pictureFor } from '../../shared/picture/files.js';
import { CartForm } from '../cart/cart-form.js';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import type { Product } from '../types.js';
import { Availability } from './availability.js';
import classes from './product-card.module.css';
import { useAdd } from './use-add.js';

/** The price, or "from …" if variants differ. */
export function usePriceText(): (product: Product) => string {
  const t = useT();
  const measure = useMeasure();
  return product =>
    product.variants.every(variant => variant.price === product.price)
      ? measure.price(product)
      : t('product.from', { price: measure.price(product) });
}

export function ProductCard({ product }: { product: Product }): ReactNode {
  const t = useT();
  const priceText = usePriceText();
  const measure = useMeasure();
  const perUnit = product.variants.find(({ price }) => price === product.price)?.unit_price;
  const add = useAdd(product.name);
  const [only] = product.variants;
  const { unit }: Measured & { id: number } = product;
  // The quantity of goods sold by measure is chosen on the page of the product.
  const canAdd = product.variants.length === 1 && unit === undefined && product.in_stock;
  return (
    <article className={classes.card}>
      <div className={classes.picture} data-gone={!product.in_stock}>
        <Artwork
          name={product.name}
          category={product.category?.name}
          imageUrl={product.image_url}
          picture={pictureFor(product.pictures)}
          sizes="(max-width: 48em) 50vw, 25vw"
          className={classes.art}
        />
        {product.minimum_age !== null && (
          <Badge className={classes.badge} color="dark" variant="filled">
            {t('product.age', { age: product.minimum_age })}
          </Badge>
        )}
      </div>
      <Stack gap={4} className={classes.words}>
        <Link href={`/p/${product.slug}`} className={classes.link}>
          {product.name}
        </Link>
        <Group justify="space-between" align="baseline" gap="xs">
          <Text fw={650} className="money">
            {priceText(product)}
          </Text>
          {perUnit !== undefined && (
            <Text size="xs" c="dimmed" className="money">
              {measure.price({ price: perUnit.amount, unit: perUnit.unit })}
            </Text>
          )}
        </Group>
        <Availability available={product.available} unit={unit} digital={product.is_digital} />
      </Stack>
      {canAdd && only !== undefined && (
        <CartForm
          action="add"
          className={classes.add}
          onSend={() => add.mutate({ sku: only.sku, quantity: 1 })}
        >
          <input type="hidden" name="sku" value={only.sku} />
          <input type="hidden" name="quantity" value={1} />
          <ActionIcon type="submit" size={40} radius="xl" loading={add.isPending}>
            <IconPlus size={20} aria-hidden />
            <VisuallyHidden>{t('product.add.named', { name: product.name })}</VisuallyHidden>
          </ActionIcon>
        </CartForm>
      )}
    </article>
  );
}
