import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText, NameCell } from '../../parts/row.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Job } from '../../types.js';
import { RetryWork } from './retry-work.js';

const STATES = ['parked', 'failing', 'waiting', 'running'] as const;
type State = (typeof STATES)[number];

/** Timed and background jobs by state. */
export function Jobs(): ReactNode {
  const t = useT();
  const api = useApi();
  const [state, setState] = useState<State>('parked');
  const columns = useColumns(state);
  const pages = usePages(['operations', 'jobs', state], cursor =>
    api.GET('/ops/jobs/', { params: { query: { state, cursor } } }),
  );
  return (
    <Panel title={t('operations.jobs')} isFlush>
      <Group p="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={state}
          onChange={setState}
          data={STATES.map(value => ({ value, label: t(`operations.${value}`) }))}
        />
      </Group>
      <PagedTable
        label={t('operations.jobs')}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={<IconChecklist size={28} />} title={t('operations.noJobs')} />}
      />
    </Panel>
  );
}

function useColumns(state: State): Column<Job>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  return [
    {
      head: t('list.name'),
      cell: job => (
        <LongText>
          <NameCell name={job.name} about={[job.last_error]} />
        </LongText>
      ),
    },
    {
      head: t('operations.due'),
      from: 'sm',
      cell: job => <Text size="sm">{format.dateTime(job.run_at)}</Text>,
    },
    {
      head: t('operations.attempts'),
      isFigure: true,
      from: 'xs',
      cell: job => `${job.attempts} / ${job.max_attempts}`,
    },
    ...(state === 'parked'
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: ({ id, name }: Job) => (
              <RetryWork
                name={name}
                run={() => answer(api.POST('/ops/jobs/{id}/retry/', { params: { path: { id } } }))}
              />
            ),
          },
        ]
      : []),
  ];
}
