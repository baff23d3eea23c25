import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile, CustomerView } from '../../types.js';

/** Who viewed the profile or exported the data. */
export function Views({ customer: { id } }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { storeOf } = useDesk();
  const pages = usePages(['customers', id, 'views'], cursor =>
    api.GET('/customers/{id}/views/', { params: { path: { id }, query: { cursor, limit: 10 } } }),
  );
  const columns: Column<CustomerView>[] = [
    { head: t('views.who'), cell: ({ viewer }) => viewer?.name ?? '—' },
    {
      head: t('views.what'),
      cell: ({ kind }) => (
        <LongText>{t(kind === 'export' ? 'views.export' : 'views.profile')}</LongText>
      ),
    },
    {
      head: t('views.where'),
      from: 'sm',
      cell: ({ store, terminal_id }) =>
        [store === null ? undefined : storeOf(store)?.name, terminal_id]
          .filter(Boolean)
          .join(' · ') || '—',
    },
    {
      head: t('list.time'),
      cell: view => <LongText>{format.dateTime(view.viewed_at)}</LongText>,
    },
  ];
  return (
    <Panel isFlush title={t('views.title')}>
      <PagedTable
        label={t('views.title')}
        pages={pages}
        columns={columns}
        keyOf={view => view.id}
        empty={<Empty icon={<IconEye size={28} />} title={t('views.none')} />}
      />
    </Panel>
  );
}
