import { Group, Pagination, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { minor, sumOf } from '../../../../src/platform/money.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useUrlFilters } from '../../state/use-url-filters.js';
import { useT } from '../../texts/index.js';
import { type ChainDay, currenciesOf, ORDERS, type Order, type RankedDay, ranked } from './rank.js';
import { useRankingColumns } from './ranking-columns.js';

const PER_PAGE = 25;

/** The stores of a large chain, ranked and page by page. */
export function StoreRanking({ days }: { days: readonly ChainDay[] }): ReactNode {
  const t = useT();
  const { storeOf, choose } = useDesk();
  const { values, set } = useUrlFilters(['order']);
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const columns = useRankingColumns();
  const order = ORDERS.find(one => one === values.order) ?? 'net';
  const named = days.map(day => {
    const store = storeOf(day.store);
    return { ...day, name: store?.name ?? day.store_code, city: store?.city ?? '' };
  });
  const rows = ranked(named, order, text);
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const current = Math.min(page, pages);
  const shown = rows.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const back = (): void => setPage(1);
  return (
    <>
      <Group gap="xs" align="flex-end">
        <TextInput
          size="sm"
          w={230}
          type="search"
          label={t('ranking.search')}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value);
            back();
          }}
        />
        <Select
          size="sm"
          w={230}
          label={t('ranking.order')}
          data={ORDERS.map(value => ({ value, label: t(`ranking.order.${value}`) }))}
          value={order}
          onChange={value => {
            set({ order: value === 'net' ? null : (value as Order | null) });
            back();
          }}
          allowDeselect={false}
        />
      </Group>
      <Sums days={rows} />
      <Panel isFlush>
        {shown.length === 0 ? (
          <Empty title={t('list.none')} />
        ) : (
          <DataTable
            label={t('store.all')}
            rows={shown}
            columns={columns}
            keyOf={day => day.store}
            onOpen={day => choose(day.store_code)}
          />
        )}
      </Panel>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={current}
          onChange={setPage}
          size="sm"
          getControlProps={control => ({ 'aria-label': t(`ranking.page.${control}`) })}
          getItemProps={number => ({ 'aria-label': t('ranking.page', { page: number }) })}
        />
      )}
    </>
  );
}

/** What the found stores took today, per currency. */
function Sums({ days }: { days: readonly RankedDay[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const amounts = currenciesOf(days).map(currency => {
    const own = days.filter(day => day.currency === currency);
    return format.cents(sumOf(own.map(({ net }) => minor(net, currency))), currency);
  });
  return (
    <Text size="sm" data-testid="chain-sums">
      {t('ranking.sums', { count: days.length, amounts: amounts.join(' · ') || '—' })}
    </Text>
  );
}
