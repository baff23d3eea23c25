import { Button, Group, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { SearchMiss } from '../../types.js';

/** Searches that found nothing; without `onAdd` the user cannot change synonyms. */
export function Misses({ onAdd }: { onAdd?: (text: string) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { stores } = useDesk();
  const pages = usePages(['search-misses'], cursor =>
    api.GET('/search-misses/', { params: { query: { cursor } } }),
  );
  const nameOf = (id: string | null): string =>
    stores.find(store => store.id === id)?.name ?? t('search.misses.noStore');
  const columns: Column<SearchMiss>[] = [
    { head: t('search.misses.words'), cell: miss => <strong>{miss.text}</strong> },
    { head: t('search.misses.store'), from: 'sm', cell: miss => nameOf(miss.store_id) },
    { head: t('search.misses.count'), isFigure: true, cell: miss => format.number(miss.searches) },
    { head: t('search.misses.last'), from: 'md', cell: miss => format.dateTime(miss.last_at) },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: miss => <MissActions miss={miss} onAdd={onAdd} />,
    },
  ];
  return (
    <Panel isFlush title={t('search.misses')}>
      <Text size="sm" c="dimmed" px="md" pb="md">
        {t('search.misses.text')}
      </Text>
      <PagedTable
        label={t('search.misses')}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={<IconSearch size={28} />} title={t('search.misses.none')} />}
      />
    </Panel>
  );
}

function MissActions(props: { miss: SearchMiss; onAdd?: (text: string) => void }): ReactNode {
  const { miss, onAdd } = props;
  const t = useT();
  const api = useApi();
  const remove = useAction<void, unknown>(
    () => answer(api.DELETE('/search-misses/{id}/', { params: { path: { id: miss.id } } })),
    { changes: [['search-misses']], done: () => t('search.misses.removed', { text: miss.text }) },
  );
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {onAdd !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('search.misses.add')}: ${miss.text}`}
          onClick={() => onAdd(miss.text)}
        >
          {t('search.misses.add')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        aria-label={`${t('search.misses.remove')}: ${miss.text}`}
        onClick={() => remove.mutate()}
      >
        {t('search.misses.remove')}
      </Button>
    </Group>
  );
}
