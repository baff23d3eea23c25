import { Button, Drawer, Group } from '@mantine/core';
import { IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useUrlFilters } from '../../state/use-url-filters.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { OrderDetail, useIsLate } from './order-detail.js';
import { OrderFilters, type Status } from './order-filters.js';
import { OrderForm } from './order-form.js';
import { Proposals } from './proposals.js';

export default function Purchasing(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [opened, setOpened] = useState<PurchaseOrder>();
  const [isNew, setNew] = useState(false);
  const [isProposing, setProposing] = useState(false);
  const columns = useColumns();
  const { values: filters, set } = useUrlFilters(['q', 'status', 'supplier']);
  const query = { ...filters, status: filters.status as Status | undefined, store: store?.code };
  const pages = usePages(['orders', query], cursor =>
    api.GET('/procurement/purchase-orders/', { params: { query: { ...query, cursor } } }),
  );
  const isAll = Object.keys(filters).length === 0;
  const linked = useLinked();
  const shown = opened ?? linked.order;
  const current = pages.data?.find(order => order.id === shown?.id) ?? shown;
  const close = (): void => {
    setOpened(undefined);
    linked.drop();
  };
  return (
    <Page
      title={t('nav.purchasing')}
      actions={<Actions onPropose={() => setProposing(true)} onNew={() => setNew(true)} />}
    >
      <OrderFilters filters={filters} onChange={set} />
      <Panel isFlush>
        <PagedTable
          label={t('nav.purchasing')}
          pages={pages}
          columns={columns}
          keyOf={order => order.id}
          onOpen={setOpened}
          selected={current?.id}
          empty={
            <Empty
              icon={<IconPackageImport size={28} />}
              title={t(isAll ? 'orders.none' : 'orders.noneFound')}
              text={isAll ? t('orders.none.text') : undefined}
            />
          }
        />
      </Panel>
      <Drawer
        opened={current !== undefined}
        onClose={close}
        position="right"
        size="lg"
        title={current?.po_number}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {current && <OrderDetail key={current.id} order={current} onGone={close} />}
      </Drawer>
      {isProposing && store !== undefined && (
        <Proposals
          store={store}
          onClose={() => setProposing(false)}
          onDrafted={order => {
            setProposing(false);
            setOpened(order);
          }}
        />
      )}
      {isNew && <OrderForm onClose={() => setNew(false)} onSaved={setOpened} />}
    </Page>
  );
}

/** The order that a link such as one of the audit log names; another opened one replaces it. */
function useLinked() {
  const api = useApi();
  const { values, set } = useUrlFilters(['order']);
  const { order: id } = values;
  const linked = useQuery({
    queryKey: ['orders', 'linked', id],
    queryFn: () => {
      const params = { path: { id: id ?? '' } };
      return answer(api.GET('/procurement/purchase-orders/{id}/', { params }));
    },
    enabled: id !== undefined,
  });
  return { order: id === undefined ? undefined : linked.data, drop: () => set({ order: null }) };
}

function useColumns(): Column<PurchaseOrder>[] {
  const t = useT();
  const format = useFormat();
  const { store } = useDesk();
  const isLate = useIsLate();
  const sum = (order: PurchaseOrder, key: 'ordered_quantity' | 'received_quantity'): number =>
    Number(order.lines.reduce((total, line) => total + line[key], 0).toFixed(3));
  const place: Column<PurchaseOrder>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'lg', cell: order => order.store_name }]
      : [];
  return [
    { head: t('orders.order'), cell: order => order.po_number },
    { head: t('orders.vendor'), from: 'sm', cell: order => order.vendor_name },
    ...place,
    { head: t('list.status'), cell: order => <StatusTag status={order.status} /> },
    {
      head: t('orders.expected'),
      from: 'md',
      cell: order => (
        <Group gap="xs" wrap="nowrap">
          {order.expected_date === null ? '—' : format.date(noonOf(order.expected_date))}
          {isLate(order) && <Tag tone="bad">{t('orders.late')}</Tag>}
        </Group>
      ),
    },
    {
      head: t('orders.received'),
      isFigure: true,
      from: 'xs',
      cell: order =>
        t('orders.of', {
          received: sum(order, 'received_quantity'),
          ordered: sum(order, 'ordered_quantity'),
        }),
    },
    {
      head: t('orders.cost'),
      isFigure: true,
      cell: order =>
        order.total_cost === null ? '—' : format.money(order.total_cost, order.currency),
    },
  ];
}

function Actions({ onPropose, onNew }: { onPropose: () => void; onNew: () => void }): ReactNode {
  const t = useT();
  const { store, may } = useDesk();
  if (!may('procurement.manage')) return null;
  return (
    <>
      {store !== undefined && (
        <Button variant="default" onClick={onPropose}>
          {t('proposals.open')}
        </Button>
      )}
      <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
        {t('orders.new')}
      </Button>
    </>
  );
}
