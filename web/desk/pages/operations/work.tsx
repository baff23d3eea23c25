import { Group, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { WorkItem } from '../../types.js';
import { ItemsDrawer, type Opened } from './items-drawer.js';
import { RetryWork } from './retry-work.js';

const POLL_MS = 15_000;

/** Queues, event consumers and jobs; those with trouble come first. */
export function Work(): ReactNode {
  const t = useT();
  const api = useApi();
  const [opened, setOpened] = useState<Opened>();
  const columns = useColumns(setOpened);
  const work = useQuery({
    queryKey: ['operations', 'work'],
    queryFn: () => answer(api.GET('/ops/work/')),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={t('operations.work')} isFlush>
      <Show query={work}>
        {rows => (
          <DataTable
            label={t('operations.work')}
            rows={rows.toSorted(
              (one, other) =>
                other.parked - one.parked ||
                other.failing - one.failing ||
                other.oldest_seconds - one.oldest_seconds ||
                one.name.localeCompare(other.name),
            )}
            columns={columns}
            keyOf={({ kind, name }) => `${kind} ${name}`}
          />
        )}
      </Show>
      <ItemsDrawer opened={opened} onClose={() => setOpened(undefined)} />
    </Panel>
  );
}

/** Opens the items of a queue, those with trouble first; the others have no list of items. */
function NameOfWork(props: { item: WorkItem; onOpen: (opened: Opened) => void }): ReactNode {
  const { item, onOpen } = props;
  const { name, kind, parked, failing } = item;
  const t = useT();
  const cell = <NameCell name={name} about={[t(`operations.kind.${kind}`)]} />;
  if (kind !== 'queue') return cell;
  const state = parked > 0 ? 'parked' : failing > 0 ? 'failing' : 'waiting';
  return (
    <UnstyledButton
      className="desk-open"
      title={t('operations.items', { name })}
      onClick={() => onOpen({ name, state })}
    >
      {cell}
    </UnstyledButton>
  );
}

function useColumns(onOpen: (opened: Opened) => void): Column<WorkItem>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const figure = (count: number, tone: 'warn' | 'bad'): ReactNode =>
    count === 0 ? '0' : <Tag tone={tone}>{format.number(count)}</Tag>;
  return [
    {
      head: t('list.name'),
      cell: one => <NameOfWork item={one} onOpen={onOpen} />,
    },
    {
      head: t('operations.waiting'),
      isFigure: true,
      from: 'xs',
      cell: one => format.number(one.waiting),
    },
    {
      head: t('operations.oldest'),
      isFigure: true,
      from: 'md',
      cell: one => t('sync.seconds', { count: Math.round(one.oldest_seconds) }),
    },
    {
      head: t('operations.failing'),
      isFigure: true,
      from: 'sm',
      cell: one => figure(one.failing, 'warn'),
    },
    {
      // With its button in one column, which a phone shows.
      head: t('operations.parked'),
      isFigure: true,
      cell: ({ name, kind, parked }) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {figure(parked, 'bad')}
          {/* Parked jobs are retried one by one, below. */}
          {kind === 'queue' && parked > 0 && (
            <RetryWork
              name={name}
              run={() =>
                answer(api.POST('/ops/work/{name}/retry/', { params: { path: { name } } }))
              }
            />
          )}
        </Group>
      ),
    },
  ];
}
