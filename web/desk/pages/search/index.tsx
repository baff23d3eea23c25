import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { SearchSynonyms } from '../../types.js';
import { Misses } from './misses.js';
import { SynonymsForm } from './synonyms-form.js';

/** The group that a form edits; a new one starts with these words. */
export type Edited = SearchSynonyms | { id: undefined; terms: string[] };

/** What shoppers search for in vain, and words that mean the same. */
export default function ShopSearch(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [edited, setEdited] = useState<Edited>();
  const add = may('catalog.chain')
    ? (terms: string[]): void => setEdited({ id: undefined, terms })
    : undefined;
  return (
    <Page
      title={t('nav.search')}
      text={t('search.text')}
      actions={
        add && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => add([])}>
            {t('search.synonyms.new')}
          </Button>
        )
      }
    >
      <Misses onAdd={add && (text => add([text]))} />
      <Synonyms onEdit={add && setEdited} />
      {edited !== undefined && (
        <SynonymsForm edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function Synonyms({ onEdit }: { onEdit?: (group: SearchSynonyms) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const pages = usePages(['search-synonyms'], cursor =>
    api.GET('/search-synonyms/', { params: { query: { cursor, etags: true } } }),
  );
  const columns: Column<SearchSynonyms>[] = [
    { head: t('search.synonyms.terms'), cell: ({ terms }) => terms.join(', ') },
  ];
  if (onEdit !== undefined) {
    columns.push({
      head: t('list.actions'),
      isFigure: true,
      cell: group => <SynonymsActions group={group} onEdit={onEdit} />,
    });
  }
  return (
    <Panel isFlush title={t('search.synonyms')}>
      <Text size="sm" c="dimmed" px="md" pb="md">
        {t('search.synonyms.text')}
      </Text>
      <PagedTable
        label={t('search.synonyms')}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={<IconSearch size={28} />} title={t('search.synonyms.none')} />}
      />
    </Panel>
  );
}

function SynonymsActions(props: {
  group: SearchSynonyms;
  onEdit: (group: SearchSynonyms) => void;
}): ReactNode {
  const { group, onEdit } = props;
  const t = useT();
  const api = useApi();
  const name = group.terms.join(', ');
  const params = { path: { id: group.id } };
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('search.synonyms.edit')}: ${name}`}
        onClick={() => onEdit(group)}
      >
        {t('search.synonyms.edit')}
      </Button>
      <DeleteButton
        name={name}
        text={t('search.synonyms.delete')}
        run={() => answer(api.DELETE('/search-synonyms/{id}/', { params }))}
        changes={[['search-synonyms']]}
      />
    </Group>
  );
}
