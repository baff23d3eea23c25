import { Select, Text } from '@mantine/core';
import { IconUserExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { type Cashier, type Kind, readExceptions, type StoreExceptions } from './calls.js';
import { ItemsDrawer, type Opened } from './items-drawer.js';

const WINDOWS = [7, 30, 90];

/** What each cashier does more often than the others of the store. */
export default function Exceptions(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store, storeOf } = useDesk();
  const [days, setDays] = useState(30);
  const [opened, setOpened] = useState<Opened>();
  const query = useQuery({
    queryKey: ['exceptions', store?.code, days],
    queryFn: () => readExceptions(api, { store: store?.code, days }),
  });
  return (
    <Page
      title={t('nav.exceptions')}
      text={t('exceptions.text')}
      actions={
        <Select
          size="sm"
          w={150}
          aria-label={t('exceptions.window')}
          data={WINDOWS.map(value => ({
            value: String(value),
            label: t('exceptions.days', { count: value }),
          }))}
          value={String(days)}
          onChange={value => setDays(Number(value))}
          allowDeselect={false}
        />
      }
    >
      <Show query={query} empty={<None />} isEmpty={isEmpty}>
        {stores =>
          stores
            .filter(({ cashiers }) => cashiers.length > 0)
            .map(one => (
              <Panel key={one.store} isFlush title={storeOf(one.store)?.name ?? one.store_code}>
                <StoreTable
                  exceptions={one}
                  onOpen={cashier => setOpened({ cashier, store: one, days })}
                />
              </Panel>
            ))
        }
      </Show>
      <ItemsDrawer opened={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

const isEmpty = (stores: StoreExceptions[]): boolean =>
  stores.every(({ cashiers }) => cashiers.length === 0);

function None(): ReactNode {
  const t = useT();
  return (
    <Panel>
      <Empty icon={<IconUserExclamation size={28} />} title={t('exceptions.none')} />
    </Panel>
  );
}

function StoreTable(props: {
  exceptions: StoreExceptions;
  onOpen: (cashier: Cashier) => void;
}): ReactNode {
  const { exceptions, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const figure = (kind: Kind, from?: 'sm' | 'lg'): Column<Cashier> => ({
    head: t(`exceptions.${kind}`),
    isFigure: true,
    from,
    cell: cashier => <FigureCell cashier={cashier} kind={kind} />,
  });
  const columns: Column<Cashier>[] = [
    {
      head: t('exceptions.cashier'),
      cell: ({ employee_name, employee }) => (
        <NameCell name={employee_name ?? employee ?? '—'} about={[employee]} />
      ),
    },
    {
      head: t('exceptions.sales'),
      isFigure: true,
      from: 'sm',
      cell: ({ sales }) => format.number(sales),
    },
    figure('voids'),
    figure('discounts', 'sm'),
    figure('drawer_openings', 'lg'),
    figure('refunds'),
  ];
  return (
    <DataTable
      label={t('nav.exceptions')}
      rows={exceptions.cashiers}
      columns={columns}
      keyOf={cashier => cashier.employee_id}
      onOpen={onOpen}
    />
  );
}

/** The number, and below it the rate; a tag marks what is far above the median of the store. */
function FigureCell({ cashier, kind }: { cashier: Cashier; kind: Kind }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { count, per_100_sales: rate, ratio, is_unusual: isUnusual } = cashier[kind];
  const text = rate === null ? '—' : t('exceptions.rate', { rate: format.number(rate, 1) });
  return (
    <>
      {format.number(count)}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
      {isUnusual && (
        <Tag tone="warn">
          {ratio === null
            ? t('exceptions.only')
            : t('exceptions.ratio', { ratio: format.number(ratio, 1) })}
        </Tag>
      )}
    </>
  );
}
