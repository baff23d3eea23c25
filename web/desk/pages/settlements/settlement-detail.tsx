import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Difference, Settlement } from '../../types.js';

/** The sums of each currency, and what does not fit. */
export function SettlementDetail({ settlement }: { settlement: Settlement }): ReactNode {
  const t = useT();
  const api = useApi();
  const columns = useColumns();
  const pages = usePages(['settlements', settlement.id, 'differences'], cursor =>
    api.GET('/payments/settlements/{id}/differences/', {
      params: { path: { id: settlement.id }, query: { cursor } },
    }),
  );
  return (
    <Stack>
      <Panel>
        <Totals settlement={settlement} />
      </Panel>
      <Panel isFlush title={t('settlements.differences')}>
        <PagedTable
          label={t('settlements.differences')}
          pages={pages}
          columns={columns}
          keyOf={row => `${row.line ?? ''}${row.refund ?? row.payment ?? ''}`}
          empty={
            <Empty
              icon={<IconCircleCheck size={28} />}
              title={t('settlements.noDifferences')}
              text={t('settlements.noDifferences.text')}
            />
          }
        />
      </Panel>
      <History type="settlements" id={settlement.id} />
    </Stack>
  );
}

function Totals({ settlement }: { settlement: Settlement }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap={4}>
      <LabelledValue label={t('settlements.lines')}>{settlement.lines}</LabelledValue>
      <LabelledValue label={t('settlements.matched')}>{settlement.matched}</LabelledValue>
      {settlement.totals.map(({ currency, charges, refunds, fees, net }) => (
        <Stack key={currency} gap={4} mt="xs">
          <LabelledValue label={t('settlements.charges', { currency })}>
            {format.money(charges, currency)}
          </LabelledValue>
          <LabelledValue label={t('settlements.refunds', { currency })}>
            {format.money(refunds, currency)}
          </LabelledValue>
          <LabelledValue label={t('settlements.fees', { currency })}>
            {format.money(fees, currency)}
          </LabelledValue>
          <LabelledValue label={t('settlements.netOf', { currency })} isStrong>
            {format.money(net, currency)}
          </LabelledValue>
        </Stack>
      ))}
    </Stack>
  );
}

function useColumns(): Column<Difference>[] {
  const t = useT();
  const format = useFormat();
  const money = (amount: string | null, currency: string | null): string =>
    amount === null || currency === null ? '—' : format.money(amount, currency);
  return [
    { head: t('settlements.kind'), cell: row => <Kind row={row} /> },
    {
      head: t('review.sale'),
      from: 'sm',
      cell: row =>
        row.transaction === null ? (
          '—'
        ) : (
          <Link href={`/transactions/${row.transaction}`} className="desk-link">
            {row.transaction}
          </Link>
        ),
    },
    {
      head: t('settlements.inFile'),
      isFigure: true,
      cell: row => money(row.amount, row.currency),
    },
    {
      head: t('settlements.booked'),
      isFigure: true,
      cell: row => money(row.booked_amount, row.booked_currency),
    },
  ];
}

/** The ids of processors are long, so they stand below in a cell that wraps. */
function Kind({ row }: { row: Difference }): ReactNode {
  const t = useT();
  const line = row.line === null ? [] : [`${t('settlements.line')} ${row.line}`];
  const id = row.processor_transaction_id === null ? [] : [row.processor_transaction_id];
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={row.kind === 'duplicate' ? 'warn' : 'bad'}>
        {t(`settlements.kind.${row.kind}`)}
      </Tag>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[...line, ...id].join(' · ')}
      </Text>
    </Stack>
  );
}
