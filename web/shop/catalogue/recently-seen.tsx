import { Button, Group, Stack, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { ProductCard } from './product-card.js';
import grid from './product-card.module.css';
import { productQuery } from './queries.js';
import { forgetProducts, rememberProduct, seenProducts } from './seen.js';

const SHOWN = 4;

/** Products that this browser has shown before. The list stays in the browser. */
export function RecentlySeen({ slug }: { slug: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useShop();
  const [slugs, setSlugs] = useState<string[]>([]);
  // After the first paint, because the service that draws the page does not know the list.
  useEffect(() => {
    setSlugs(seenProducts().filter(one => one !== slug));
    rememberProduct(slug);
  }, [slug]);
  // More than are shown: a product may be gone or have no price in this store.
  const found = useQueries({
    queries: slugs.map(one => ({ ...productQuery(api, store.id, one), retry: false })),
  });
  const products = found.flatMap(({ data }) => data ?? []).slice(0, SHOWN);
  if (products.length === 0) return null;
  const forget = (): void => {
    forgetProducts();
    setSlugs([]);
  };
  return (
    <Stack component="section">
      <Group justify="space-between">
        <Title order={2}>{t('seen.title')}</Title>
        <Button variant="subtle" size="compact-sm" onClick={forget}>
          {t('seen.clear')}
        </Button>
      </Group>
      <div className={grid.grid}>
        {products.map(product => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </Stack>
  );
}
