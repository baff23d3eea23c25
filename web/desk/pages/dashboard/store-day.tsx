import { Grid, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { lazy, type ReactNode, Suspense } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { Kpi } from '../../parts/kpi.js';
import { Page, Panel } from '../../parts/page.js';
import { useNow } from '../../state/use-now.js';
import { useT } from '../../texts/index.js';
import type { GetResponse, Store } from '../../types.js';
import { LowStock } from './low-stock.js';
import { RecentSales } from './recent-sales.js';
import { TopProducts } from './top-products.js';
import { type Day, figuresOf, hoursOf, useDay } from './use-day.js';

const RevenueChart = lazy(() => import('./revenue-chart.js'));

export type Home = GetResponse<'/stores/{store_code}/dashboard_home/'>;
const CHART_HEIGHT = 300;

export function useHome(store: Store) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', store.code],
    queryFn: () =>
      answer(
        api.GET('/stores/{store_code}/dashboard_home/', {
          params: { path: { store_code: store.code } },
        }),
      ),
    // The service caches this response for a minute.
    refetchInterval: 60_000,
  });
}

export function StoreDay({ store }: { store: Store }): ReactNode {
  const t = useT();
  const now = useNow(15_000);
  const home = useHome(store);
  const day = useDay(store);
  return (
    <Page title={t('nav.dashboard')}>
      {day.error && <Failed error={day.error} onRetry={() => void day.refetch()} />}
      <Figures home={home.data} day={day.data} now={now} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Panel title={t('dashboard.hours')} h="100%">
            <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
              {day.data ? (
                <RevenueChart hours={hoursOf(day.data, now)} height={CHART_HEIGHT} />
              ) : (
                <Skeleton h={CHART_HEIGHT} />
              )}
            </Suspense>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <RecentSales home={home.data} day={day.data} store={store} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Panel title={t('dashboard.top')} h="100%">
            <Show query={home}>{({ top_products_today: top }) => <TopProducts top={top} />}</Show>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <LowStock store={store} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Figures(props: { home: Home | undefined; day: Day | undefined; now: Date }): ReactNode {
  const { home, day, now } = props;
  const t = useT();
  const format = useFormat();
  // If not all sales of the day are loaded, the service's figures are shown.
  const own = day?.isComplete ? figuresOf(day, now) : undefined;
  const kpis = home?.kpis;
  const revenue = own ? format.cents(own.cents) : kpis && format.money(kpis.revenue_today);
  const count = own?.count ?? kpis?.transactions_today;
  const average = own
    ? format.cents(own.count === 0 ? 0 : Math.round(own.cents / own.count))
    : kpis && format.money(kpis.avg_transaction_value);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" aria-label={t('dashboard.kpis')}>
      <Kpi label={t('dashboard.revenue')} value={revenue} id="revenue" />
      <Kpi
        label={t('dashboard.sales')}
        value={count === undefined ? undefined : format.number(count)}
        id="sales"
      />
      <Kpi label={t('dashboard.average')} value={average} id="average" />
      <Kpi
        label={t('dashboard.promotions')}
        value={kpis && format.number(kpis.active_promotions)}
        id="promotions"
      />
    </SimpleGrid>
  );
}
