import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import type { Column } from '../../parts/data-table.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { SaleRow } from '../../types.js';
import { useFilters } from './use-filters.js';

const CHOICES = ['store', 'time', 'customer', 'employee', 'terminal', 'channel'] as const;
type Choice = (typeof CHOICES)[number];
const NONE = 'none';

/** The chosen columns, which are kept in the URL with the filters. */
function useChoice(): [Choice[], (next: Choice[]) => void] {
  const { columns, set } = useFilters();
  const { store } = useDesk();
  const usual: Choice[] = store === undefined ? ['store', 'time'] : ['time'];
  const chosen =
    columns === undefined ? usual : CHOICES.filter(name => columns.split(',').includes(name));
  return [chosen, next => set({ columns: next.length === 0 ? NONE : next.join(',') })];
}

/** The columns of the list; number, status and total are always shown. */
export function useSaleColumns(): Column<SaleRow>[] {
  const t = useT();
  const format = useFormat();
  const { storeOf } = useDesk();
  const { hasPart } = useFilters();
  const [chosen] = useChoice();
  const all: Record<Choice, Column<SaleRow>> = {
    store: {
      head: t('store.one'),
      from: 'sm',
      cell: sale => storeOf(sale.store)?.name ?? '',
    },
    time: { head: t('list.time'), from: 'xs', cell: sale => format.dateTime(sale.created_at) },
    customer: {
      head: t('sales.customer'),
      from: 'md',
      cell: sale => sale.customer_name ?? '—',
    },
    employee: {
      head: t('sales.cashier'),
      from: 'md',
      cell: sale => sale.employee_name ?? '—',
    },
    terminal: {
      head: t('sales.filter.terminal'),
      from: 'md',
      cell: sale => sale.terminal_id ?? '—',
    },
    channel: {
      head: t('sales.filter.channel'),
      from: 'lg',
      cell: sale => t(`sales.channel.${sale.source_system}`),
    },
  };
  const part: Column<SaleRow> = {
    head: t('sales.part'),
    isFigure: true,
    cell: sale =>
      sale.part_amount === undefined ? '—' : format.money(sale.part_amount, sale.currency),
  };
  return [
    { head: t('sales.number'), cell: sale => sale.transactionId },
    { head: t('list.status'), cell: sale => <StatusTag status={sale.status} /> },
    ...CHOICES.filter(name => chosen.includes(name)).map(name => all[name]),
    {
      head: t('list.total'),
      isFigure: true,
      cell: sale => format.money(sale.totalAmount, sale.currency),
    },
    ...(hasPart ? [part] : []),
  ];
}

export function ColumnsButton(): ReactNode {
  const t = useT();
  const [chosen, choose] = useChoice();
  const texts: Record<Choice, string> = {
    store: t('store.one'),
    time: t('list.time'),
    customer: t('sales.customer'),
    employee: t('sales.cashier'),
    terminal: t('sales.filter.terminal'),
    channel: t('sales.filter.channel'),
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} />}>
          {t('sales.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {CHOICES.map(name => (
            <Checkbox
              key={name}
              label={texts[name]}
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, name] : chosen.filter(one => one !== name))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
