import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { JournalGap } from '../../types.js';

/** Entries that tills have made and not sent; nothing is shown without any. */
export function Gaps({ store }: { store: string | undefined }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['till-journal', 'gaps', store],
    refetchInterval: 60_000,
    queryFn: () => answer(api.GET('/pos/journal/gaps/', { params: { query: { store } } })),
  });
  const gaps = query.data ?? [];
  if (gaps.length === 0) return null;
  const columns: Column<JournalGap>[] = [
    { head: t('tillJournal.till'), cell: gap => gap.terminal_id },
    {
      head: t('tillJournal.gap.range'),
      cell: ({ first_counter: first, last_counter: last }) =>
        first === last ? String(first) : `${first}–${last}`,
    },
    { head: t('tillJournal.gap.missing'), isFigure: true, cell: gap => gap.missing },
    {
      head: t('tillJournal.gap.since'),
      from: 'sm',
      cell: gap => format.dateTime(gap.noticed_at),
    },
  ];
  return (
    <Panel isFlush title={t('tillJournal.gaps')}>
      <Alert color="red" variant="light" radius={0} role="status">
        {t('tillJournal.gaps.text')}
      </Alert>
      <DataTable
        label={t('tillJournal.gaps')}
        rows={gaps}
        columns={columns}
        keyOf={gap => `${gap.terminal_id} ${gap.first_counter}`}
      />
    </Panel>
  );
}
