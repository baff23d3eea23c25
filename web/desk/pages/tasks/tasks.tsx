import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Task } from '../../types.js';

const FILTERS = ['all', 'pending', 'in_progress', 'completed', 'overdue'] as const;
type Filter = (typeof FILTERS)[number];

export function Tasks(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [filter, setFilter] = useState<Filter>('all');
  const columns = useColumns();
  const pages = usePages(['tasks', store?.code, filter], cursor =>
    api.GET('/tasks/', {
      params: {
        query: {
          store: store?.code,
          cursor,
          ...(filter === 'overdue' ? { overdue: true } : filter !== 'all' && { status: filter }),
        },
      },
    }),
  );
  return (
    <>
      <Group p="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={filter}
          onChange={value => setFilter(value as Filter)}
          data={FILTERS.map(value => ({ value, label: t(`tasks.filter.${value}`) }))}
        />
      </Group>
      <PagedTable
        label={t('tasks.title')}
        pages={pages}
        columns={columns}
        keyOf={task => task.id}
        empty={
          <Empty
            icon={<IconChecklist size={28} />}
            title={t('tasks.none')}
            text={t('tasks.none.text')}
          />
        }
      />
    </>
  );
}

function useColumns(): Column<Task>[] {
  const t = useT();
  const format = useFormat();
  const { store } = useDesk();
  return [
    {
      head: t('tasks.task'),
      cell: task => (
        <>
          <Text size="sm" fw={600}>
            {task.title}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {[store === undefined ? task.store_name : '', task.description]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    { head: t('list.status'), cell: task => <StatusTag status={task.status} /> },
    {
      head: t('tasks.priority'),
      from: 'md',
      cell: task =>
        task.priority === 'high' ? (
          <Tag tone="warn">{t('tasks.priority.high')}</Tag>
        ) : (
          <Text size="sm" c="dimmed">
            {t(`tasks.priority.${task.priority}`)}
          </Text>
        ),
    },
    { head: t('tasks.assignee'), from: 'sm', cell: task => task.assigned_to_name ?? '—' },
    {
      head: t('tasks.due'),
      from: 'xs',
      cell: task => (
        <Group gap="xs" wrap="nowrap">
          {task.due_date === null ? '—' : format.date(noonOf(task.due_date))}
          {task.is_overdue && <Tag tone="bad">{t('tasks.overdue')}</Tag>}
        </Group>
      ),
    },
    { head: t('list.actions'), isFigure: true, cell: task => <TaskActions task={task} /> },
  ];
}

type Action = 'accept' | 'complete' | 'reopen';
const ACTIONS: Record<Task['status'], Action[]> = {
  pending: ['accept', 'complete'],
  in_progress: ['complete'],
  completed: ['reopen'],
};

function TaskActions({ task }: { task: Task }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const act = useAction(
    (action: Action) =>
      answer(
        api.POST(`/tasks/{task_id}/${action}/`, { params: { path: { task_id: task.task_id } } }),
      ),
    {
      changes: [['tasks']],
      done: (_answer, action) => t(`tasks.did.${action}`, { title: task.title }),
    },
  );
  const actions = ACTIONS[task.status].filter(one => one !== 'reopen' || may('task.delete'));
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {actions.map(action => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          loading={act.isPending && act.variables === action}
          aria-label={`${t(`tasks.${action}`)}: ${task.title}`}
          onClick={() => act.mutate(action)}
        >
          {t(`tasks.${action}`)}
        </Button>
      ))}
    </Group>
  );
}
