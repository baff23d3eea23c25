import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { usePolling } from '../../state/live.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const SHOWN = 6;

/** Uses the stock levels, which reload with every movement, not the cached dashboard figures. */
export function LowStock({ store }: { store: Store }): ReactNode {
  const t = useT();
  const format = useFormat();
  const api = useApi();
  const polling = usePolling();
  const levels = useQuery({
    queryKey: ['levels', store.code, 'low', SHOWN],
    queryFn: () =>
      answer(
        api.GET('/inventory-levels/', {
          params: { query: { store: store.code, low_stock: true, is_active: true, limit: SHOWN } },
        }),
      ),
    refetchInterval: polling,
  });
  return (
    <Panel
      title={t('dashboard.low')}
      isFlush
      h="100%"
      aside={
        <Link href="/inventory?low=1" className="desk-link">
          {t('dashboard.low.all')}
        </Link>
      }
    >
      <Show
        query={levels}
        empty={<Empty icon={<IconPackage size={28} />} title={t('dashboard.low.none')} />}
      >
        {rows => (
          <DataTable
            label={t('dashboard.low')}
            rows={rows}
            keyOf={row => row.id}
            columns={[
              { head: t('stock.item'), cell: descriptionOf },
              { head: t('stock.sku'), from: 'xs', cell: row => row.sku },
              {
                head: t('stock.available'),
                isFigure: true,
                cell: row => format.number(row.available),
              },
              {
                head: t('stock.reorder'),
                isFigure: true,
                cell: row => format.number(row.reorder_point),
              },
            ]}
          />
        )}
      </Show>
    </Panel>
  );
}
