import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, PagedTable } from '../../parts/data-table.js';
import type { Pages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';

type ListProps<Row, Filter extends string> = {
  label: string;
  filters: readonly Filter[];
  filter: Filter;
  nameOf: (filter: Filter) => string;
  onFilter: (filter: Filter) => void;
  pages: Pages<Row>;
  columns: Column<Row>[];
  empty: ReactNode;
};

/** A list that one choice above it narrows. */
export function FilteredList<Row extends { id: string }, Filter extends string>(
  props: ListProps<Row, Filter>,
): ReactNode {
  const { filters, filter, nameOf, onFilter, ...table } = props;
  const t = useT();
  return (
    <>
      <Group p="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={filter}
          onChange={value => onFilter(value as Filter)}
          data={filters.map(value => ({ value, label: nameOf(value) }))}
        />
      </Group>
      <PagedTable {...table} keyOf={row => row.id} />
    </>
  );
}

/** What a row is about, and small below it what else is known. */
export function Subject({ name, about }: { name: string; about: unknown[] }): ReactNode {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {about.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

type ActionProps<Action extends string> = {
  actions: Action[];
  /** The one that is under way. */
  pending: Action | undefined;
  subject: string;
  nameOf: (action: Action) => string;
  onAct: (action: Action) => void;
  /** Stands back behind the others. */
  quiet?: Action;
};

export function RowActions<Action extends string>(props: ActionProps<Action>): ReactNode {
  const { actions, pending, subject, nameOf, onAct, quiet } = props;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {actions.map(action => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === quiet ? 'subtle' : 'default'}
          color={action === quiet ? 'gray' : undefined}
          loading={pending === action}
          aria-label={`${nameOf(action)}: ${subject}`}
          onClick={() => onAct(action)}
        >
          {nameOf(action)}
        </Button>
      ))}
    </Group>
  );
}
