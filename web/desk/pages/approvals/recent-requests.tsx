import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useRecentApprovals } from '../../state/use-approvals.js';
import { useT } from '../../texts/index.js';
import type { Approval } from '../../types.js';
import { useTypeText } from './type-text.js';

/** The latest decided requests. */
export function RecentRequests(): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTypeText();
  const { storeOf } = useDesk();
  const rows = useRecentApprovals().data?.filter(one => one.status !== 'pending') ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Approval>[] = [
    { head: t('approvals.what'), cell: one => typeText(one.request_type) },
    { head: t('approvals.forSale'), from: 'md', cell: one => one.transaction_id ?? '—' },
    { head: t('list.status'), cell: one => <StatusTag status={one.status} /> },
    { head: t('approvals.asked'), from: 'sm', cell: one => one.requested_by_name ?? '—' },
    {
      head: t('approvals.decider'),
      from: 'md',
      cell: one => one.approved_by_name ?? one.denied_by_name ?? '—',
    },
    { head: t('list.time'), from: 'xs', cell: one => format.dateTime(one.created_at) },
    {
      head: t('list.amount'),
      isFigure: true,
      cell: one =>
        one.details.amount_unknown === true
          ? '—'
          : format.money(one.amount, storeOf(one.store_id)?.currency),
    },
  ];
  return (
    <Panel title={t('approvals.recent')} isFlush>
      <DataTable
        label={t('approvals.recent')}
        columns={columns}
        rows={rows}
        keyOf={one => one.request_id}
      />
    </Panel>
  );
}
