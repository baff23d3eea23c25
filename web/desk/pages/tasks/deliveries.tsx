import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { clockOf, noonOf } from '../../parts/calendar.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Delivery } from '../../types.js';

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
    <>
      <Group p="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={filter}
          onChange={value => setFilter(value as Filter)}
          data={FILTERS.map(value => ({ value, label: t(`deliveries.filter.${value}`) }))}
        />
      </Group>
      <PagedTable
        label={t('deliveries.title')}
        pages={pages}
        columns={columns}
        keyOf={one => one.id}
        empty={
          <Empty
            icon={<IconTruck size={28} />}
            title={t('deliveries.none')}
            text={t('deliveries.none.text')}
          />
        }
      />
    </>
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
        <>
          <Text size="sm" fw={600}>
            {one.vendor_name}
          </Text>
          <Text size="xs" c="dimmed">
            {[store === undefined ? one.store_name : '', one.delivery_id, one.vendor_reference]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
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
/** A status is free text; of other words nothing follows. */
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
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {(ACTIONS[one.status] ?? []).map(action => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === 'cancel' ? 'subtle' : 'default'}
          color={action === 'cancel' ? 'gray' : undefined}
          loading={act.isPending && act.variables === action}
          aria-label={`${t(`deliveries.${action}`)}: ${one.vendor_name}`}
          onClick={() => act.mutate(action)}
        >
          {t(`deliveries.${action}`)}
        </Button>
      ))}
    </Group>
  );
}
