import { Group, SegmentedControl } from '@mantine/core';
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

/** A list with a filter above it. */
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
