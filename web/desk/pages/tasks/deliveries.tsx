import { Group } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { clockOf, noonOf } from '../../parts/calendar.js';
import type { Column } from '../../parts/data-table.js';
import { HistoryButton } from '../../parts/history/history-button.js';
import { NameCell, RowActions } from '../../parts/row.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Delivery } from '../../types.js';
import { FilteredList } from './filtered-list.js';

const FILTERS = ['all', 'scheduled', 'in_transit', 'arrived', 'late'] as const;
type Filter = (typeof FILTERS)[number];

export function Deliveries(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [filter, setFilter] = useState<Filter>('all');
  const columns = useColumns();
  const pages = usePages(['deliveries', store?.code, filter], cursor =>
    api.GET('/tasks/delivery-schedules/', {
      params: {
        query: {
          store: store?.code,
          cursor,
          ...(filter === 'late' ? { late: true } : filter !== 'all' && { status: filter }),
        },
      },
    }),
  );
  return (
    <FilteredList
      label={t('deliveries.title')}
      filters={FILTERS}
      filter={filter}
      nameOf={value => t(`deliveries.filter.${value}`)}
      onFilter={setFilter}
      pages={pages}
      columns={columns}
      empty={
        <Empty
          icon={<IconTruck size={28} />}
          title={t('deliveries.none')}
          text={t('deliveries.none.text')}
        />
      }
    />
  );
}

function useColumns(): Column<Delivery>[] {
  const t = useT();
  const format = useFormat();
  const { locale } = useI18n();
  const { store } = useDesk();
  return [
    {
      head: t('deliveries.vendor'),
      cell: one => (
        <NameCell
          name={one.vendor_name}
          about={[store === undefined ? one.store_name : '', one.delivery_id, one.vendor_reference]}
        />
      ),
    },
    { head: t('list.status'), cell: one => <StatusTag status={one.status} /> },
    {
      head: t('deliveries.when'),
      from: 'xs',
      cell: one => (
        <Group gap="xs" wrap="nowrap">
          {format.date(noonOf(one.scheduled_date))}, {clockOf(one.scheduled_time, locale)}
          {one.is_late && <Tag tone="bad">{t('deliveries.late', { count: one.minutes_late })}</Tag>}
        </Group>
      ),
    },
    {
      head: t('deliveries.arrival'),
      from: 'md',
      cell: one => (one.actual_arrival === null ? '—' : format.dateTime(one.actual_arrival)),
    },
    { head: t('list.actions'), isFigure: true, cell: one => <DeliveryActions one={one} /> },
  ];
}

type Action = 'dispatch' | 'arrive' | 'cancel';
/** Actions by status. The status is free text, so unknown values have none. */
const ACTIONS: Record<string, Action[]> = {
  scheduled: ['dispatch', 'cancel'],
  in_transit: ['arrive', 'cancel'],
};

function DeliveryActions({ one }: { one: Delivery }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const act = useAction(
    (action: Action) =>
      answer(
        api.POST(`/tasks/delivery-schedules/{delivery_id}/${action}/`, {
          params: { path: { delivery_id: one.delivery_id } },
        }),
      ),
    {
      changes: [['deliveries']],
      done: (_answer, action) => t(`deliveries.did.${action}`, { vendor: one.vendor_name }),
    },
  );
  if (!may('delivery.manage')) return null;
  return (
    <RowActions
      actions={ACTIONS[one.status] ?? []}
      pending={act.isPending ? act.variables : undefined}
      subject={one.vendor_name}
      nameOf={action => t(`deliveries.${action}`)}
      onAct={action => act.mutate(action)}
      quiet="cancel"
      more={
        <HistoryButton type="delivery-schedules" id={one.delivery_id} subject={one.delivery_id} />
      }
    />
  );
}
