import { Text } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { listEntries, type ValueAccount, type ValueEntry } from './calls.js';

/** What was added to a card and taken from it. */
export function Entries({ account }: { account: ValueAccount }): ReactNode {
  const { id, currency } = account;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { storeOf } = useDesk();
  const pages = usePages(['value-account', id, 'entries'], cursor => listEntries(api, id, cursor));
  const approverOf = ({ approved_by }: ValueEntry): string | undefined =>
    approved_by === null ? undefined : t('value.approvedBy', { name: approved_by.name ?? '—' });
  const columns: Column<ValueEntry>[] = [
    {
      head: t('value.entry'),
      cell: entry => (
        <>
          {t(`value.entry.${entry.kind}`)}
          {entry.reason !== null && (
            <Text size="xs" c="dimmed">
              {[entry.reason, entry.by?.name, approverOf(entry)].filter(Boolean).join(' · ')}
            </Text>
          )}
        </>
      ),
    },
    {
      head: t('sales.number'),
      from: 'sm',
      cell: ({ transaction_id: sale }) =>
        sale === null ? (
          '—'
        ) : (
          <Link href={`/transactions/${sale}`} className="desk-link">
            {sale}
          </Link>
        ),
    },
    {
      head: t('store.one'),
      from: 'md',
      cell: ({ store }) => (store === null ? '—' : (storeOf(store)?.name ?? '—')),
    },
    { head: t('list.time'), from: 'xs', cell: entry => format.dateTime(entry.occurred_at) },
    {
      head: t('list.amount'),
      isFigure: true,
      cell: ({ amount }) => format.money(amount, currency),
    },
    {
      head: t('value.balance'),
      isFigure: true,
      cell: ({ balance }) => format.money(balance, currency),
    },
  ];
  return (
    <Panel isFlush title={t('value.history')}>
      <PagedTable
        label={t('value.history')}
        pages={pages}
        columns={columns}
        keyOf={entry => entry.id}
        empty={<Empty icon={<IconList size={28} />} title={t('value.history.none')} />}
      />
    </Panel>
  );
}
