import { Button, Group, Select, Stack, Switch } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
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
type Status = (typeof STATUSES)[number];

/** Returns of the stores; requests from the shop wait here for a decision. */
export function Requests(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [status, setStatus] = useState<Status>('pending');
  const [isOnline, setOnline] = useState(false);
  const [asked, setAsked] = useState<{ one: Return; decision: Decision }>();
  const pages = usePages(['returns', 'list', store?.id, status, isOnline], cursor => {
    const query = {
      status,
      store: store?.id,
      ...(isOnline && { requested_online: true }),
      cursor,
    };
    return api.GET('/returns/', { params: { query } });
  });
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label={t('list.status')}
          maw={240}
          allowDeselect={false}
          value={status}
          onChange={value => setStatus((value ?? 'pending') as Status)}
          data={STATUSES.map(value => ({ value, label: t(`status.${value}`) }))}
        />
        <Switch
          mb={8}
          label={t('requests.online')}
          checked={isOnline}
          onChange={event => setOnline(event.currentTarget.checked)}
        />
      </Group>
      <Panel isFlush>
        <PagedTable
          label={t('nav.returns')}
          pages={pages}
          columns={useColumns((one, decision) => setAsked({ one, decision }))}
          keyOf={one => one.id}
          empty={<Empty icon={<IconArrowBackUp size={28} />} title={t('requests.none')} />}
        />
      </Panel>
      {asked !== undefined && <DecisionForm {...asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
}

function useColumns(onDecide: (one: Return, decision: Decision) => void): Column<Return>[] {
  const t = useT();
  const format = useFormat();
  const { storeOf } = useDesk();
  return [
    {
      head: t('requests.number'),
      cell: one => (
        <>
          <strong>{one.return_number}</strong>
          <br />
          <Link href={`/transactions/${one.transaction}`} className="desk-link">
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
