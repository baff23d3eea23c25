import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import type { Product } from '../types.js';
import { ProductCard } from './product-card.js';
import grid from './product-card.module.css';
import { useProductsAfter } from './queries.js';

const SHOWN = 4;

export function MoreLikeThis(props: {
  category: NonNullable<Product['category']>;
  product: Pick<Product, 'id' | 'slug'>;
}): ReactNode {
  const t = useT();
  const { category, product } = props;
  const products = useProductsAfter(category.slug, product.slug);
  const others = (products.data ?? [])
    .filter(({ id, in_stock }) => id !== product.id && in_stock)
    .slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <Stack component="section">
      <Title order={2}>{t('product.more', { category: category.name })}</Title>
      <div className={grid.grid}>
        {others.map(other => (
          <ProductCard key={other.id} product={other} />
        ))}
      </div>
    </Stack>
  );
}
