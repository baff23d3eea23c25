import { Drawer, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { descriptionOf } from '../../../shared/description.js';
import { History } from '../../parts/history/index.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Level } from '../../types.js';
import { Movements } from './movements.js';
import { Adjust, Count, Reorder } from './stock-forms.js';
import { useQuantity } from './unit.js';

export function LevelDrawer(props: { level: Level | undefined; onClose: () => void }): ReactNode {
  const t = useT();
  const { level, onClose } = props;
  return (
    <Drawer
      opened={level !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={level && descriptionOf(level)}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {level && <Detail key={level.id} level={level} />}
    </Drawer>
  );
}

function Detail({ level }: { level: Level }): ReactNode {
  const t = useT();
  const quantity = useQuantity();
  const { may, storeOf } = useDesk();
  const figures = [
    [t('stock.onHand'), level.on_hand],
    [t('stock.reserved'), level.reserved],
    [t('stock.available'), level.available],
  ] as const;
  return (
    <Stack>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {level.sku} · {storeOf(level.store)?.name}
        </Text>
      </Group>
      <SimpleGrid cols={3}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <div className="desk-figure">{quantity(value, level)}</div>
          </div>
        ))}
      </SimpleGrid>
      <Tabs defaultValue="movements" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="movements">{t('stock.movements')}</Tabs.Tab>
          {may('stock.adjust') && <Tabs.Tab value="adjust">{t('stock.adjust')}</Tabs.Tab>}
          {may('stock.count') && <Tabs.Tab value="count">{t('stock.count')}</Tabs.Tab>}
          {may('stock.adjust') && <Tabs.Tab value="reorder">{t('stock.reorder')}</Tabs.Tab>}
          {may('audit.read') && <Tabs.Tab value="history">{t('history.title')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="movements">
          <Movements level={level} />
        </Tabs.Panel>
        <Tabs.Panel value="adjust">
          <Adjust level={level} />
        </Tabs.Panel>
        <Tabs.Panel value="count">
          <Count level={level} />
        </Tabs.Panel>
        <Tabs.Panel value="reorder">
          <Reorder level={level} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History type="inventory-levels" id={level.id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
