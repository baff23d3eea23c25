import { Group, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import type { Column } from '../../parts/data-table.js';
import { HistoryButton } from '../../parts/history/history-button.js';
import { NameCell, RowActions } from '../../parts/row.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Task } from '../../types.js';
import { FilteredList } from './filtered-list.js';
import { useTaskText } from './use-task-text.js';

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
    <FilteredList
      label={t('tasks.title')}
      filters={FILTERS}
      filter={filter}
      nameOf={value => t(`tasks.filter.${value}`)}
      onFilter={setFilter}
      pages={pages}
      columns={columns}
      empty={
        <Empty
          icon={<IconChecklist size={28} />}
          title={t('tasks.none')}
          text={t('tasks.none.text')}
        />
      }
    />
  );
}

function useColumns(): Column<Task>[] {
  const t = useT();
  const format = useFormat();
  const { store } = useDesk();
  const textOf = useTaskText();
  return [
    {
      head: t('tasks.task'),
      cell: task => {
        const { title, description } = textOf(task);
        const place = store === undefined ? task.store_name : '';
        return (
          <>
            <NameCell name={title} about={[place, description]} />
            <SaleLink task={task} />
          </>
        );
      },
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

const SALE_NUMBER = /\bTXN-\d{8}-[0-9A-F]{8}\b/;

/** Leads to the sale that the task names; that of a refund opens with its payments. */
function SaleLink({ task }: { task: Task }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [number] = SALE_NUMBER.exec(`${task.title} ${task.description}`) ?? [];
  if (number === undefined || !may('sale.read')) return null;
  const tab = task.task_id.startsWith('refund-') ? '?tab=payments' : '';
  return (
    <Link href={`/transactions/${number}${tab}`} className="desk-link">
      {t('tasks.sale', { number })}
    </Link>
  );
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
  const { title } = useTaskText()(task);
  const act = useAction(
    (action: Action) =>
      answer(
        api.POST(`/tasks/{task_id}/${action}/`, { params: { path: { task_id: task.task_id } } }),
      ),
    {
      changes: [['tasks']],
      done: (_answer, action) => t(`tasks.did.${action}`, { title }),
    },
  );
  const actions = ACTIONS[task.status].filter(one => one !== 'reopen' || may('task.delete'));
  return (
    <RowActions
      actions={actions}
      pending={act.isPending ? act.variables : undefined}
      subject={title}
      nameOf={action => t(`tasks.${action}`)}
      onAct={action => act.mutate(action)}
      more={<HistoryButton type="tasks" id={task.task_id} subject={task.title} />}
    />
  );
}
