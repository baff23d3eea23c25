import { Drawer, Tabs } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { LongText } from '../../parts/row.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import {
  type Cashier,
  type Item,
  KINDS,
  type Kind,
  listItems,
  type StoreExceptions,
} from './calls.js';

export type Opened = { cashier: Cashier; store: StoreExceptions; days: number };

/** The sales and openings behind the figures of a cashier. */
export function ItemsDrawer(props: { opened: Opened | undefined; onClose: () => void }): ReactNode {
  const { opened, onClose } = props;
  const t = useT();
  const { cashier } = opened ?? {};
  return (
    <Drawer
      opened={opened !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={cashier?.employee_name ?? cashier?.employee ?? ''}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {opened && (
        <Tabs defaultValue="voids" keepMounted={false}>
          <Tabs.List mb="sm">
            {KINDS.map(kind => (
              <Tabs.Tab key={kind} value={kind}>
                {t(`exceptions.${kind}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {KINDS.map(kind => (
            <Tabs.Panel key={kind} value={kind}>
              <Items opened={opened} kind={kind} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Drawer>
  );
}

function Items({ opened, kind }: { opened: Opened; kind: Kind }): ReactNode {
  const { cashier, store, days } = opened;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const employee = cashier.employee_id;
  const pages = usePages(['exceptions', store.store, employee, kind, days], cursor =>
    listItems(api, { store: store.store_code, employee, kind, days, cursor }),
  );
  const columns: Column<Item>[] = [
    {
      head: kind === 'drawer_openings' ? t('list.time') : t('sales.number'),
      cell: item =>
        item.transaction_id === null ? (
          format.dateTime(item.at)
        ) : (
          <Link href={`/transactions/${item.transaction_id}`} className="desk-link">
            {item.transaction_id}
          </Link>
        ),
    },
    {
      head: t('list.reason'),
      cell: item => <LongText>{item.reason || '—'}</LongText>,
    },
    ...(kind === 'drawer_openings'
      ? []
      : [
          {
            head: t('list.time'),
            from: 'sm' as const,
            cell: (item: Item) => format.dateTime(item.at),
          },
          {
            head: t('list.amount'),
            isFigure: true,
            cell: (item: Item) =>
              item.amount === null ? '—' : format.money(item.amount, item.currency),
          },
        ]),
  ];
  return (
    <PagedTable
      label={t(`exceptions.${kind}`)}
      pages={pages}
      columns={columns}
      keyOf={item => item.id}
      empty={<Empty icon={<IconReceipt size={28} />} title={t('exceptions.noItems')} />}
    />
  );
}
