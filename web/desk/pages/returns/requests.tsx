import { Button, Group, Select, Stack, Switch } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { FilterPill } from '../../parts/filter-pill.js';
import { Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useUrlFilters } from '../../state/use-url-filters.js';
import { useT } from '../../texts/index.js';
import type { Return } from '../../types.js';
import { type Decision, DecisionForm } from './decision-form.js';

const STATUSES = [
  'pending',
  'approved',
  'received',
  'completed',
  'rejected',
  'cancelled',
] as const satisfies readonly Return['status'][];

/** Set by the figure of a report that leads here. */
const OF_REPORT = [
  'counted',
  'completed_from',
  'completed_to',
  'product',
  'currency',
  'store',
] as const;

/** Returns of the stores; requests from the shop wait here for a decision. */
export function Requests(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const { values, set } = useUrlFilters(['status', 'online', ...OF_REPORT]);
  const status = STATUSES.find(one => one === values.status) ?? 'pending';
  const isOnline = values.online === '1';
  const isCounted = values.counted === 'true';
  const [asked, setAsked] = useState<{ one: Return; decision: Decision }>();
  const query = {
    status,
    // A link to the returns of another store leaves the selected one alone.
    store: values.store ?? store?.id,
    requested_online: isOnline || undefined,
    completed_from: values.completed_from,
    completed_to: values.completed_to,
    product: values.product === undefined ? undefined : Number(values.product),
    currency: values.currency,
    counted: isCounted || undefined,
  };
  const pages = usePages(['returns', 'list', query], cursor =>
    api.GET('/returns/', { params: { query: { ...query, cursor } } }),
  );
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label={t('list.status')}
          maw={240}
          allowDeselect={false}
          value={status}
          onChange={value => set({ status: value })}
          data={STATUSES.map(value => ({ value, label: t(`status.${value}`) }))}
        />
        <Switch
          mb={8}
          label={t('requests.online')}
          checked={isOnline}
          onChange={event => set({ online: event.currentTarget.checked ? '1' : null })}
        />
      </Group>
      <ReportPill />
      <Panel isFlush>
        <PagedTable
          label={t('nav.returns')}
          pages={pages}
          columns={useColumns(isCounted, (one, decision) => setAsked({ one, decision }))}
          keyOf={one => one.id}
          empty={<Empty icon={<IconArrowBackUp size={28} />} title={t('requests.none')} />}
        />
      </Panel>
      {asked !== undefined && <DecisionForm {...asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
}

/** Says which report has led here, and leads back to all returns. */
function ReportPill(): ReactNode {
  const t = useT();
  const format = useFormat();
  const { stores } = useDesk();
  const { values, set } = useUrlFilters(OF_REPORT);
  const { completed_from: from, completed_to: to, product, store } = values;
  if (from === undefined || to === undefined) return null;
  const days = { from: format.date(noonOf(from)), to: format.date(noonOf(to)) };
  const place = stores.find(one => one.code === store)?.name;
  return (
    <Group>
      <FilterPill
        name={t('requests.days', days)}
        onRemove={() => set(Object.fromEntries(OF_REPORT.map(name => [name, null])))}
      >
        {[t('requests.days', days), product && t('sales.filter.product'), place]
          .filter(Boolean)
          .join(', ')}
      </FilterPill>
    </Group>
  );
}

function useColumns(
  isCounted: boolean,
  onDecide: (one: Return, decision: Decision) => void,
): Column<Return>[] {
  const t = useT();
  const format = useFormat();
  const { storeOf } = useDesk();
  const units: Column<Return> = {
    head: t('requests.units'),
    isFigure: true,
    cell: one => format.number(one.counted_units ?? 0, 0),
  };
  return [
    {
      head: t('requests.number'),
      cell: one => (
        <>
          <strong>{one.return_number}</strong>
          <br />
          <Link href={`/transactions/${one.transaction}?tab=returns`} className="desk-link">
            {one.transaction}
          </Link>
        </>
      ),
    },
    {
      head: t('requests.goods'),
      from: 'sm',
      cell: one => (
        <LongText>
          {one.line_items.map(line => `${line.quantity} × ${descriptionOf(line)}`).join(', ')}
        </LongText>
      ),
    },
    { head: t('list.status'), from: 'lg', cell: one => <StatusTag status={one.status} /> },
    { head: t('requests.from'), from: 'lg', cell: one => format.date(one.created_at) },
    ...(isCounted ? [units] : []),
    {
      head: t('requests.refund'),
      isFigure: true,
      from: 'xs',
      cell: one => format.money(one.refund_amount, storeOf(one.store)?.currency),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: one => one.status === 'pending' && <Actions one={one} onDecide={onDecide} />,
    },
  ];
}

function Actions(props: {
  one: Return;
  onDecide: (one: Return, decision: Decision) => void;
}): ReactNode {
  const { one, onDecide } = props;
  const t = useT();
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {(['approve', 'reject'] as const).map(decision => (
        <Button
          key={decision}
          size="compact-sm"
          variant={decision === 'approve' ? 'light' : 'default'}
          aria-label={`${t(`requests.${decision}`)}: ${one.return_number}`}
          onClick={() => onDecide(one, decision)}
        >
          {t(`requests.${decision}`)}
        </Button>
      ))}
    </Group>
  );
}
