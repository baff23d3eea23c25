import { Button, Center, Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Show } from '../../shared/components/states.js';
import type { Pages } from '../state/use-pages.js';
import { useT } from '../texts/index.js';
import { useFittingColumns } from './use-fitting-columns.js';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligns numbers. */
  isFigure?: boolean;
  /** A first column with codes instead of names; it takes no more room than it needs. */
  isShort?: boolean;
  /** Hidden on narrower screens. */
  from?: 'xs' | 'sm' | 'md' | 'lg';
};

type TableProps<Row> = {
  label: string;
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  /** Makes the first cell a button that opens the row. */
  onOpen?: (row: Row) => void;
  selected?: string;
};

export function DataTable<Row>(props: TableProps<Row> & { rows: Row[] }): ReactNode {
  const { label, rows, keyOf, onOpen, selected } = props;
  const t = useT();
  // Buttons stay: a hidden column must not take a function away.
  const { box, isTight, columns } = useFittingColumns(props.columns, t('list.actions'));
  return (
    <div className="desk-scroll" ref={box}>
      <Table
        className="desk-table"
        verticalSpacing={7}
        horizontalSpacing="md"
        aria-label={label}
        data-tight={isTight || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th
                key={column.head}
                visibleFrom={column.from}
                data-end={column.isFigure || undefined}
                data-short={column.isShort || undefined}
              >
                {column.head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr
              key={keyOf(row)}
              data-open={onOpen !== undefined || undefined}
              data-selected={selected === keyOf(row) || undefined}
            >
              {columns.map((column, index) => (
                <Table.Td
                  key={column.head}
                  visibleFrom={column.from}
                  data-end={column.isFigure || undefined}
                  data-short={column.isShort || undefined}
                >
                  {onOpen !== undefined && index === 0 ? (
                    <UnstyledButton className="desk-open" onClick={() => onOpen(row)}>
                      {column.cell(row)}
                    </UnstyledButton>
                  ) : (
                    column.cell(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A paged list with loading, error and empty states and a "Load more" button. */
export function PagedTable<Row>(
  props: TableProps<Row> & { pages: Pages<Row>; empty: ReactNode },
): ReactNode {
  const { pages, empty, ...table } = props;
  return (
    <Show query={pages} empty={empty}>
      {rows => (
        <>
          <DataTable rows={rows} {...table} />
          <LoadMore pages={pages} />
        </>
      )}
    </Show>
  );
}

export function LoadMore<Row>({ pages }: { pages: Pages<Row> }): ReactNode {
  const t = useT();
  if (!pages.hasMore) return null;
  return (
    <Center py="sm">
      <Button variant="default" size="xs" loading={pages.isLoadingMore} onClick={pages.loadMore}>
        {t('list.more')}
      </Button>
    </Center>
  );
}
