import { Grid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { lazy, type ReactNode, Suspense } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import { Page, Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { DayFigures } from './day-figures.js';
import { LowStock } from './low-stock.js';
import { RecentSales } from './recent-sales.js';
import { TopProducts } from './top-products.js';
import { useRecentSales } from './use-recent-sales.js';
import { useStoreDay } from './use-store-day.js';

const RevenueChart = lazy(() => import('./revenue-chart.js'));

const CHART_HEIGHT = 300;

/** Figures of the store that are not about its day: campaigns and low stock. */
function useHome(store: Store) {
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
  const format = useFormat();
  const home = useHome(store);
  const day = useStoreDay(store);
  const recent = useRecentSales(store);
  const text =
    day.data &&
    t('dashboard.day', { date: format.date(noonOf(day.data.date)), zone: day.data.time_zone });
  return (
    <Page title={t('nav.dashboard')} text={text}>
      {day.error && <Failed error={day.error} onRetry={() => void day.refetch()} />}
      <DayFigures day={day.data} promotions={home.data?.kpis.active_promotions} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Panel title={t('dashboard.hours')} h="100%">
            <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
              {day.data ? (
                <RevenueChart day={day.data} height={CHART_HEIGHT} />
              ) : (
                <Skeleton h={CHART_HEIGHT} />
              )}
            </Suspense>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <RecentSales sales={recent.data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Panel title={t('dashboard.top')} h="100%">
            <Show query={day}>{found => <TopProducts day={found} />}</Show>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <LowStock store={store} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
