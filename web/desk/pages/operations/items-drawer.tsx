import { Drawer, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { LongText, NameCell } from '../../parts/row.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';
import { RetryWork } from './retry-work.js';

type Item = ItemOf<'/ops/work/{name}/items/'>;

const STATES = ['parked', 'failing', 'waiting', 'running'] as const;
type State = (typeof STATES)[number];

/** The queue whose items are shown, and the state to begin with. */
export type Opened = { name: string; state: State };

/** The items of a queue with their errors, each with a retry of its own. */
export function ItemsDrawer(props: { opened: Opened | undefined; onClose: () => void }): ReactNode {
  const { opened, onClose } = props;
  const t = useT();
  return (
    <Drawer
      opened={opened !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={opened?.name ?? ''}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {opened && <Items key={opened.name} {...opened} />}
    </Drawer>
  );
}

function Items({ name, state: first }: Opened): ReactNode {
  const t = useT();
  const api = useApi();
  const [state, setState] = useState(first);
  const columns = useColumns(name, state);
  const pages = usePages(['operations', 'items', name, state], cursor =>
    api.GET('/ops/work/{name}/items/', { params: { path: { name }, query: { state, cursor } } }),
  );
  return (
    <>
      <Group pb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={state}
          onChange={setState}
          data={STATES.map(value => ({ value, label: t(`operations.${value}`) }))}
        />
      </Group>
      <PagedTable
        label={name}
        pages={pages}
        columns={columns}
        keyOf={({ key }) => key}
        empty={<Empty icon={<IconChecklist size={28} />} title={t('operations.noItems')} />}
      />
    </>
  );
}

function useColumns(name: string, state: State): Column<Item>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const hasRetry = state === 'parked' || state === 'failing';
  return [
    {
      head: t('operations.item'),
      cell: ({ key, error }) => (
        <LongText>
          <NameCell name={key} about={[error]} />
        </LongText>
      ),
    },
    {
      head: t('operations.due'),
      from: 'sm',
      cell: ({ due_at: due }) => <Text size="sm">{due === null ? '—' : format.dateTime(due)}</Text>,
    },
    {
      head: t('operations.attempts'),
      isFigure: true,
      from: 'xs',
      cell: ({ attempts }) => format.number(attempts),
    },
    ...(hasRetry
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: ({ key }: Item) => (
              <RetryWork
                name={key}
                run={() =>
                  answer(
                    api.POST('/ops/work/{name}/items/{key}/retry/', {
                      params: { path: { name, key } },
                    }),
                  )
                }
              />
            ),
          },
        ]
      : []),
  ];
}
