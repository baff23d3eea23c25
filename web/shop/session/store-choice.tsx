import { Badge, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBuildingStore, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';
import classes from './store-choice.module.css';

function StoreCard({ store, onChoose }: { store: Store; onChoose: () => void }): ReactNode {
  const t = useT();
  return (
    <button type="button" className={classes.card} onClick={onChoose}>
      <ThemeIcon size={52} radius="xl" variant="light">
        <IconBuildingStore size={28} aria-hidden />
      </ThemeIcon>
      <Stack gap={6} style={{ flex: 1 }}>
        <Text fw={650} size="lg">
          {store.name}
        </Text>
        <Group gap={6}>
          {store.ship_enabled && <Badge variant="light">{t('store.ships')}</Badge>}
          {store.pickup_enabled && <Badge variant="light">{t('store.pickup')}</Badge>}
          <Badge variant="default">{store.currency}</Badge>
        </Group>
      </Stack>
      <IconChevronRight aria-hidden />
    </button>
  );
}

export function StoreChoice(props: {
  stores: readonly Store[];
  onChoose: (storeId: string) => void;
}): ReactNode {
  const t = useT();
  useTitle(t('store.choose'));
  if (props.stores.length === 0) {
    return <Empty title={t('store.none')} text={t('store.none.text')} />;
  }
  return (
    <Stack maw={760} mx="auto" py="xl" gap="xl">
      <Stack gap="xs">
        <Title order={1}>{t('store.choose')}</Title>
        <Text c="dimmed">{t('store.choose.text')}</Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {props.stores.map(store => (
          <StoreCard key={store.id} store={store} onChoose={() => props.onChoose(store.id)} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
