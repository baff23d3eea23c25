import { SimpleGrid, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useDesk } from '../../state/desk.js';
import { usePolling } from '../../state/live.js';
import { useT } from '../../texts/index.js';
import { NET } from '../analytics/figure-links.js';
import { scopeOf } from './day-figures.js';
import { LowStock } from './low-stock-link.js';
import type { ChainDay } from './rank.js';
import { StoreRanking } from './store-ranking.js';

/** More cards than this would be a page of scrolling. */
const MOST_CARDS = 12;

/** Each store in its own currency, as cards, and in a large chain as a table; one request in all. */
export function AllStores(): ReactNode {
  const api = useApi();
  const chain = useQuery({
    queryKey: ['store-day', 'chain'],
    queryFn: () => answer(api.GET('/analytics/chain-day/')),
    refetchInterval: usePolling(),
  });
  return (
    <Show query={chain}>
      {({ stores }) =>
        stores.length > MOST_CARDS ? (
          <StoreRanking days={stores} />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {stores.map(day => (
              <StoreCard key={day.store} day={day} />
            ))}
          </SimpleGrid>
        )
      }
    </Show>
  );
}

function StoreCard({ day }: { day: ChainDay }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { choose, storeOf } = useDesk();
  const store = storeOf(day.store);
  const { currency, store_code: code } = day;
  const name = store?.name ?? code;
  const sales = countedSales(scopeOf(day));
  const link = (value: string, filter = sales): ReactNode => (
    <SalesLink filter={filter} isFigure label={t('reports.salesOf', { name, value })}>
      {value}
    </SalesLink>
  );
  return (
    <Panel pos="relative">
      <Title order={2} size="h3">
        {store === undefined ? (
          name
        ) : (
          <UnstyledButton className="desk-open" onClick={() => choose(code)}>
            {name}
          </UnstyledButton>
        )}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {[store?.city, code].filter(Boolean).join(' · ')}
      </Text>
      <div className="desk-figure">
        {link(format.money(day.net, currency), { ...sales, ...NET })}
      </div>
      <Text size="sm" c="dimmed" mb="sm">
        {t('dashboard.net')}
      </Text>
      <LabelledValue label={t('dashboard.revenue')}>
        {link(format.money(day.gross, currency))}
      </LabelledValue>
      <LabelledValue label={t('dashboard.refunded')}>
        {link(format.money(day.refunded, currency), { ...sales, refunded: 'true' })}
      </LabelledValue>
      <LabelledValue label={t('dashboard.sales')}>{link(format.number(day.sales))}</LabelledValue>
      <LabelledValue label={t('dashboard.low')}>
        <LowStock day={day} />
      </LabelledValue>
    </Panel>
  );
}
