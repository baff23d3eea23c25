import { Anchor, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useT } from '../texts/index.js';
import type { Home } from '../types.js';
import { ProductCard } from './product-card.js';
import grid from './product-card.module.css';

type Section = Home['sections'][number];

/** What the shop puts first on its home page: categories, collections, chosen products. */
export function HomeSections({ sections }: { sections: readonly Section[] }): ReactNode {
  const t = useT();
  return sections.map(({ title, category, collection, products }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two sections may be equal
    <Stack key={index} component="section" gap="md">
      <Group justify="space-between" align="baseline">
        <Title order={2}>{title || t('home.featured')}</Title>
        {(category ?? collection) !== null && (
          <Anchor component={Link} href={hrefOf(category, collection)}>
            {t('home.all', { name: title })}
          </Anchor>
        )}
      </Group>
      <div className={grid.grid}>
        {products.map(product => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </Stack>
  ));
}

const hrefOf = (category: string | null, collection: string | null): string =>
  `/?${new URLSearchParams(category === null ? { collection: collection ?? '' } : { category })}`;
