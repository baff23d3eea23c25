import { Select } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { type Layaway, STATUSES, type Status } from './calls.js';
import { LayawayPage } from './layaway-page.js';
import { LayawayStatus } from './status.js';

/** The layaways of the store, or the one in the URL. */
export default function Layaways(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <List /> : <LayawayPage key={id} id={id} />;
}

function List(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [, go] = useLocation();
  const [status, setStatus] = useState<Status>('open');
  const pages = usePages(['layaways', store?.id, status], cursor => {
    const query = { status, store: store?.id, cursor };
    return api.GET('/layaways/', { params: { query } });
  });
  return (
    <Page title={t('nav.layaways')} text={t('layaways.text')}>
      <Select
        label={t('list.status')}
        maw={240}
        allowDeselect={false}
        value={status}
        onChange={value => setStatus((value ?? 'open') as Status)}
        data={STATUSES.map(value => ({ value, label: t(`status.${value}`) }))}
      />
      <Panel isFlush>
        <PagedTable
          label={t('nav.layaways')}
          pages={pages}
          columns={useColumns()}
          keyOf={layaway => layaway.id}
          onOpen={layaway => go(`/layaways/${layaway.transaction_id}`)}
          empty={<Empty icon={<IconBookmark size={28} />} title={t('layaways.none')} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): Column<Layaway>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('layaways.customer'),
      cell: one => <NameCell name={one.customer_name || '—'} about={[one.transaction_id]} />,
    },
    { head: t('list.status'), from: 'sm', cell: one => <LayawayStatus status={one.status} /> },
    { head: t('layaways.until'), from: 'xs', cell: one => format.date(one.expires_at) },
    {
      head: t('layaways.paid'),
      isFigure: true,
      from: 'xs',
      cell: one => format.money(one.total_paid, one.currency),
    },
    {
      head: t('layaways.due'),
      isFigure: true,
      cell: one => <strong>{format.money(one.amount_due, one.currency)}</strong>,
    },
  ];
}
