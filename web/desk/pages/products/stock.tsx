import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

/** The stock of a variant in each store that the reader sees; the inventory page changes it. */
export function Stock({ sku }: { sku: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { stores } = useDesk();
  const levels = useQuery({
    queryKey: ['levels', 'of', sku],
    queryFn: () => answer(api.GET('/inventory-levels/', { params: { query: { sku } } })),
  });
  const stock = (levels.data ?? []).flatMap(level => {
    const store = stores.find(({ id, code }) => [id, code].includes(level.store));
    return store === undefined ? [] : [`${store.name} ${format.number(level.on_hand)}`];
  });
  return (
    <Text size="sm" c="dimmed">
      <Link href="/inventory" className="desk-link">
        {t('products.stock')}
      </Link>
      {': '}
      {levels.isPending ? '…' : stock.join(' · ') || t('products.stock.none')}
    </Text>
  );
}
