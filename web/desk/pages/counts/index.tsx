import { Button } from '@mantine/core';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Count } from './calls.js';
import { CountPage } from './count-page.js';
import { NewCount } from './new-count.js';
import { useScopeText } from './scope-text.js';

/** The stock counts of the store, or the one in the URL. */
export default function Counts(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <List /> : <CountPage key={id} id={id} />;
}

function List(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [, go] = useLocation();
  const [isNew, setNew] = useState(false);
  const pages = usePages(['counts', store?.id], cursor =>
    api.GET('/stock-counts/', { params: { query: { store: store?.id, cursor } } }),
  );
  const open = (count: Count): void => go(`/counts/${count.number}`);
  return (
    <Page
      title={t('nav.counts')}
      text={t('counts.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
          {t('counts.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.counts')}
          pages={pages}
          columns={useColumns()}
          keyOf={count => count.id}
          onOpen={open}
          empty={
            <Empty
              icon={<IconClipboardList size={28} />}
              title={t('counts.none')}
              text={t('counts.none.text')}
            />
          }
        />
      </Panel>
      {isNew && <NewCount onClose={() => setNew(false)} onStarted={open} />}
    </Page>
  );
}

function useColumns(): Column<Count>[] {
  const t = useT();
  const format = useFormat();
  const scope = useScopeText();
  const { store } = useDesk();
  return [
    {
      head: t('counts.number'),
      cell: one => (
        <NameCell
          name={one.number}
          about={[scope(one), store === undefined && one.store_name, format.date(one.created_at)]}
        />
      ),
    },
    {
      head: t('counts.counted'),
      from: 'sm',
      cell: one => t('counts.progress', { counted: one.counted_lines, all: one.line_count }),
    },
    {
      head: t('counts.show.different'),
      isFigure: true,
      from: 'md',
      cell: one => one.different_lines ?? '—',
    },
    { head: t('list.status'), isFigure: true, cell: one => <StatusTag status={one.status} /> },
  ];
}
