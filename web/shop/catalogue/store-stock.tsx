import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import type { StoreStocks, Variant } from '../types.js';
import { stocksKey } from './keys.js';

/** What each store has of a variant: "3 at Downtown, pick up today". */
export function StoreStock(props: { slug: string; variant: Variant & Measured }): ReactNode {
  const { slug, variant } = props;
  const t = useT();
  const api = useApi();
  const stores = useQuery({
    queryKey: stocksKey(slug),
    queryFn: () =>
      answer(api.GET('/web-commerce/products/{slug}/stores/', { params: { path: { slug } } })),
    staleTime: 30_000,
  });
  if (stores.data === undefined || stores.data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('stores.title')}
      </Title>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {stores.data.map(one => (
          <StoreRow key={one.store.id} one={one} variant={variant} />
        ))}
      </Stack>
    </Stack>
  );
}

function StoreRow(props: { one: StoreStocks[number]; variant: Variant & Measured }): ReactNode {
  const { one, variant } = props;
  const t = useT();
  const { date } = useFormat();
  const { amount } = useMeasure();
  const { name } = one.store;
  const available = one.variants.find(({ sku }) => sku === variant.sku)?.available ?? 0;
  const pickup = (): string => {
    if (one.pickup_day === null || one.pickup_at === null) return t('stores.noPickup');
    if (one.pickup_day !== 'later') return t(`stores.${one.pickup_day}`);
    return t('stores.later', { date: date(one.pickup_at) });
  };
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Text size="sm" c={available > 0 ? undefined : 'dimmed'}>
        {available > 0
          ? t('stores.has', { quantity: amount(available, variant.unit), name })
          : t('stores.none', { name })}
      </Text>
      {available > 0 && (
        <Text size="sm" c="dimmed">
          {pickup()}
        </Text>
      )}
    </Group>
  );
}
