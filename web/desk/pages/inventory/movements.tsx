import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { PagedTable } from '../../parts/data-table.js';
import { usePages } from '../../state/use-pages.js';
import { type Key, useT } from '../../texts/index.js';
import type { Level } from '../../types.js';
import { useQuantity } from './unit.js';

export function Movements({ level }: { level: Level }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const quantity = useQuantity();
  const pages = usePages(['movements', level.id], cursor =>
    api.GET('/inventory-levels/{id}/movements/', {
      params: { path: { id: level.id }, query: { cursor, limit: 30 } },
    }),
  );
  return (
    <PagedTable
      label={t('stock.movements')}
      pages={pages}
      keyOf={one => one.id}
      empty={<Empty icon={<IconHistory size={28} />} title={t('stock.movements.none')} />}
      columns={[
        {
          head: t('stock.movement'),
          cell: one => (
            <>
              {t(`stock.kind.${one.kind}` as Key)}
              <Text size="xs" c="dimmed">
                {[format.dateTime(one.occurred_at), one.reason].filter(Boolean).join(' · ')}
              </Text>
            </>
          ),
        },
        {
          head: t('stock.change'),
          isFigure: true,
          cell: one => `${one.quantity > 0 ? '+' : ''}${quantity(one.quantity, level)}`,
        },
        { head: t('stock.onHand'), isFigure: true, cell: one => quantity(one.on_hand, level) },
      ]}
    />
  );
}
