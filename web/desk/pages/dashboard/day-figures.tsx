import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { Kpi } from '../../parts/kpi.js';
import { countedSales, type ReportScope, type SalesFilter } from '../../parts/sales-filter.js';
import { useT } from '../../texts/index.js';
import { NET } from '../analytics/figure-links.js';
import type { StoreDay } from './use-store-day.js';

/** What came in, what went back and what is left, in the store's currency. */
export function DayFigures(props: {
  day: StoreDay | undefined;
  promotions: number | undefined;
}): ReactNode {
  const { day, promotions } = props;
  const t = useT();
  const format = useFormat();
  const money = (amount: string | undefined): string | undefined =>
    amount === undefined ? undefined : format.money(amount, day?.currency);
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : format.number(value);
  const sales = day && countedSales(scopeOf(day));
  const refunds: SalesFilter | undefined = sales && { ...sales, refunded: 'true' };
  const net: SalesFilter | undefined = sales && { ...sales, ...NET };
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }} spacing="md" aria-label={t('dashboard.kpis')}>
        <Kpi label={t('dashboard.revenue')} value={money(day?.gross)} id="revenue" sales={sales} />
        <Kpi
          label={t('dashboard.refunded')}
          value={money(day?.refunded)}
          id="refunded"
          sales={refunds}
        />
        <Kpi label={t('dashboard.net')} value={money(day?.net)} id="net" sales={net} />
        <Kpi label={t('dashboard.sales')} value={count(day?.sales)} id="sales" sales={sales} />
        <Kpi
          label={t('dashboard.average')}
          value={money(day?.average_basket)}
          id="average"
          sales={sales}
        />
        <Kpi label={t('dashboard.promotions')} value={count(promotions)} id="promotions" />
      </SimpleGrid>
      {day && <OtherCurrencies day={day} />}
    </>
  );
}

/** The day of a store as the scope of a report. */
export const scopeOf = (day: Pick<StoreDay, 'date' | 'currency' | 'store_code'>): ReportScope => ({
  from: day.date,
  to: day.date,
  currency: day.currency,
  store_code: day.store_code,
});

/** A store that changed its currency may have sales or refunds in the old one. */
function OtherCurrencies({ day }: { day: StoreDay }): ReactNode {
  const t = useT();
  const format = useFormat();
  const others = day.by_currency.filter(figures => figures.currency !== day.currency);
  if (others.length === 0) return null;
  const amounts = others.map(figures => format.money(figures.net, figures.currency)).join(', ');
  return (
    <Text size="sm" c="dimmed">
      {t('dashboard.others', { amounts })}
    </Text>
  );
}
