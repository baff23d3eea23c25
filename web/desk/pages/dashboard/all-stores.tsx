import { SimpleGrid, Text, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { useHome } from './store-day.js';
import { useStoreDay } from './use-store-day.js';

/** One card per store in its own currency; amounts in different currencies are not added up. */
export function AllStores(): ReactNode {
  const { stores } = useDesk();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {stores.map(store => (
        <StoreCard key={store.id} store={store} />
      ))}
    </SimpleGrid>
  );
}

function StoreCard({ store }: { store: Store }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { choose } = useDesk();
  const home = useHome(store);
  const day = useStoreDay(store);
  return (
    <Panel pos="relative">
      <Title order={2} size="h3">
        <UnstyledButton className="desk-open" onClick={() => choose(store.code)}>
          {store.name}
        </UnstyledButton>
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {[store.city, store.code].filter(Boolean).join(' · ')}
      </Text>
      <Show query={day}>
        {({ currency, gross, refunded, net, sales }) => (
          <>
            <div className="desk-figure">{format.money(net, currency)}</div>
            <Text size="sm" c="dimmed" mb="sm">
              {t('dashboard.net')}
            </Text>
            <LabelledValue label={t('dashboard.revenue')}>
              {format.money(gross, currency)}
            </LabelledValue>
            <LabelledValue label={t('dashboard.refunded')}>
              {format.money(refunded, currency)}
            </LabelledValue>
            <LabelledValue label={t('dashboard.sales')}>{format.number(sales)}</LabelledValue>
          </>
        )}
      </Show>
      {home.data && (
        <LabelledValue label={t('dashboard.low')}>
          {format.number(home.data.low_stock_alerts.length)}
        </LabelledValue>
      )}
    </Panel>
  );
}
