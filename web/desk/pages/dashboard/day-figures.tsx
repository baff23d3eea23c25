import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { Kpi } from '../../parts/kpi.js';
import { useT } from '../../texts/index.js';
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
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }} spacing="md" aria-label={t('dashboard.kpis')}>
        <Kpi label={t('dashboard.revenue')} value={money(day?.gross)} id="revenue" />
        <Kpi label={t('dashboard.refunded')} value={money(day?.refunded)} id="refunded" />
        <Kpi label={t('dashboard.net')} value={money(day?.net)} id="net" />
        <Kpi label={t('dashboard.sales')} value={count(day?.sales)} id="sales" />
        <Kpi label={t('dashboard.average')} value={money(day?.average_basket)} id="average" />
        <Kpi label={t('dashboard.promotions')} value={count(promotions)} id="promotions" />
      </SimpleGrid>
      {day && <OtherCurrencies day={day} />}
    </>
  );
}

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
