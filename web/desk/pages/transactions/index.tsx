import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { useSaleColumns } from './columns.js';
import { Filters } from './filters.js';
import { LinkedFilters } from './linked-filters.js';
import { SaleDrawer } from './sale-drawer.js';
import { useFilters } from './use-filters.js';

export default function Transactions(): ReactNode {
  const t = useT();
  const { id } = useParams<{ id?: string }>();
  const [location, go] = useLocation();
  const [search] = useSearchParams();
  // Keeps the filters in the URL while a sale is open. The tab is that of one sale.
  const filters = new URLSearchParams(search);
  filters.delete('tab');
  const to = (path: string): string => (filters.size === 0 ? path : `${path}?${filters}`);
  return (
    <Page title={t('nav.transactions')} actions={<Filters />}>
      <LinkedFilters />
      <Panel isFlush>
        <List selected={id} onOpen={sale => go(to(`/transactions/${sale}`))} />
      </Panel>
      <SaleDrawer
        id={id}
        onClose={() => {
          if (location !== '/transactions') go(to('/transactions'));
        }}
      />
    </Page>
  );
}

function List(props: { selected: string | undefined; onOpen: (id: string) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { query } = useFilters();
  const pages = usePages(['transactions', query.store, query], cursor =>
    api.GET('/transactions/', { params: { query: { ...query, cursor, limit: 50 } } }),
  );
  const columns = useSaleColumns();
  return (
    <PagedTable
      label={t('nav.transactions')}
      pages={pages}
      columns={columns}
      keyOf={sale => sale.transactionId}
      onOpen={sale => props.onOpen(sale.transactionId)}
      selected={props.selected}
      empty={
        <Empty
          icon={<IconReceipt size={28} />}
          title={t('sales.none')}
          text={t('sales.none.text')}
        />
      }
    />
  );
}
