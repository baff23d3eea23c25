import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ItemOf, Store } from '../../types.js';
import type { Day, Entry } from './day-panel.js';

type Item = ItemOf<'/reports/journal/items/'>;

/** The sales behind an entry of a day. */
export function EntryDrawer(props: {
  store: Store;
  day: Day;
  entry: Entry;
  title: string;
  onClose: () => void;
}): ReactNode {
  const { store, day, entry, title, onClose } = props;
  const t = useT();
  const format = useFormat();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('journal.sum', {
          debit: format.money(entry.debit, day.currency),
          credit: format.money(entry.credit, day.currency),
        })}
      </Text>
      <Items store={store} day={day} entry={entry} />
    </Drawer>
  );
}

function Items({ store, day, entry }: { store: Store; day: Day; entry: Entry }): ReactNode {
  const t = useT();
  const api = useApi();
  const query = {
    store: store.code,
    date: day.date,
    currency: day.currency,
    kind: entry.kind,
    rate: entry.rate ?? undefined,
    country: entry.country ?? undefined,
    method: entry.method ?? undefined,
  };
  const pages = usePages(['journal', 'items', query], cursor =>
    api.GET('/reports/journal/items/', { params: { query: { ...query, cursor } } }),
  );
  return (
    <PagedTable
      label={t('journal.items')}
      pages={pages}
      columns={useItemColumns()}
      keyOf={item => item.transaction_id ?? ''}
      empty={<Empty title={t('journal.items.none')} />}
    />
  );
}

function useItemColumns(): Column<Item>[] {
  const t = useT();
  const format = useFormat();
  const { may } = useDesk();
  const money = (amount: string, { currency }: Item): string =>
    Number(amount) === 0 ? '' : format.money(amount, currency);
  return [
    {
      head: t('journal.items.sale'),
      isShort: true,
      cell: ({ transaction_id: number }) => {
        if (number === null) return t('journal.items.withoutSale');
        if (!may('sale.read')) return number;
        return (
          <Link className="desk-link" href={`/transactions/${number}`}>
            {number}
          </Link>
        );
      },
    },
    { head: t('journal.debit'), isFigure: true, cell: item => money(item.debit, item) },
    { head: t('journal.credit'), isFigure: true, cell: item => money(item.credit, item) },
  ];
}
