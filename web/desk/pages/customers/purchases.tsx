import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile } from '../../types.js';

type Purchase = CustomerProfile['purchases'][number];

/** The newest sales of both channels; a row opens the sale. */
export function Purchases({ customer }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [, go] = useLocation();
  const columns: Column<Purchase>[] = [
    { head: t('sales.number'), cell: sale => sale.transaction_id },
    { head: t('list.status'), cell: sale => <StatusTag status={sale.status} /> },
    { head: t('store.one'), from: 'md', cell: sale => sale.store_name },
    {
      head: t('customers.channel'),
      from: 'sm',
      cell: ({ channel }) => t(channel === 'pos' ? 'customers.till' : 'customers.web'),
    },
    { head: t('list.time'), from: 'sm', cell: sale => format.dateTime(sale.created_at) },
    {
      head: t('list.total'),
      isFigure: true,
      cell: sale => format.money(sale.total_amount, sale.currency),
    },
  ];
  return (
    <Panel isFlush title={t('customers.purchases')}>
      {customer.purchases.length === 0 ? (
        <Empty icon={<IconReceipt size={28} />} title={t('customers.purchases.none')} />
      ) : (
        <DataTable
          label={t('customers.purchases')}
          rows={customer.purchases}
          columns={columns}
          keyOf={sale => sale.transaction_id}
          onOpen={sale => go(`/transactions/${sale.transaction_id}`)}
        />
      )}
    </Panel>
  );
}
