import { Button, Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { TileEditor } from '../../../shared/components/tile-editor.js';
import { type TileTexts, useTileTexts } from '../../../shared/components/use-tile-editor-texts.js';
import { hasBadNames } from '../../../shared/tiles.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { Conflict } from '../../parts/history/conflict.js';
import { History } from '../../parts/history/index.js';
import { Page, Panel } from '../../parts/page.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { tagged } from '../../state/record-tags.js';
import { leaveFor, useUnsaved } from '../../state/unsaved.js';
import { useAction } from '../../state/use-action.js';
import { type FormRecord, useCondition } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import type { Store, TileRecord } from '../../types.js';

const MOST_FOUND = 6;

/** Favourites and own tile pages of the tills of a store. */
export default function Tiles(): ReactNode {
  const t = useT();
  const { store, stores } = useDesk();
  const [code, setCode] = useState<string>();
  const chosen = store ?? stores.find(one => one.code === code) ?? stores[0];
  return (
    <Page
      title={t('nav.tiles')}
      text={t('tiles.text')}
      actions={chosen && <CopySettings store={chosen} sections={['tiles']} />}
    >
      <StoreField value={chosen?.code} onChange={next => leaveFor(() => setCode(next))} />
      {chosen !== undefined && <StoreTiles key={chosen.id} store={chosen} />}
    </Page>
  );
}

function StoreTiles({ store }: { store: Store }): ReactNode {
  const api = useApi();
  const [forms, setForms] = useState(1);
  const tiles = useQuery({
    queryKey: ['tiles', store.id],
    queryFn: () =>
      tagged(api.GET('/till-tiles/{store}/', { params: { path: { store: store.id } } })),
    // The form keeps the record that it was opened with; a new visit of the page reads it again.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <Panel title={store.name}>
        <Show query={tiles}>
          {record => (
            <TileForm
              key={forms}
              store={store}
              record={record}
              onSaved={() => setForms(forms + 1)}
              onDiscard={() => void tiles.refetch().then(() => setForms(forms + 1))}
            />
          )}
        </Show>
      </Panel>
      <History type="till-tiles" id={store.id} />
    </>
  );
}

type FormProps = {
  store: Store;
  record: TileRecord;
  onSaved: () => void;
  onDiscard: () => void;
};

function TileForm({ store, record, onSaved, onDiscard }: FormProps): ReactNode {
  const t = useTileTexts();
  const [draft, setDraft] = useState({ favourites: record.favourites, pages: record.pages });
  const [opened] = useState(record);
  const names = new Map(opened.products.map(({ id, name }) => [id, name]));
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map());
  const save = useSaving(store, record, onSaved);
  useUnsaved(draft.favourites !== record.favourites || draft.pages !== record.pages);
  return (
    <Stack maw={640}>
      <TileEditor
        tiles={draft}
        onChange={setDraft}
        nameOf={id => names.get(id) ?? added.get(id) ?? `#${id}`}
        useFound={useFoundProducts}
        onPick={({ id, name }) => setAdded(new Map(added).set(id, name))}
      />
      {save.error !== null && !save.conflict && <Failed error={save.error} />}
      {save.conflict ? (
        <Conflict {...save.conflict} onDiscard={onDiscard} />
      ) : (
        <Group>
          <Button
            loading={save.isPending}
            disabled={hasBadNames(draft.pages)}
            onClick={() => save.mutate(draft)}
          >
            {t('save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type Draft = Pick<TileRecord, 'favourites' | 'pages'>;

function useSaving(store: Store, shown: TileRecord, onSaved: () => void) {
  const t = useTileTexts();
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['tiles', store.id];
  const { condition, conflictOf } = useCondition(recordOf(store, shown, t));
  const saving = useAction(
    (body: Draft) =>
      tagged(
        api.PUT('/till-tiles/{store}/', {
          params: { path: { store: store.id } },
          body,
          ...condition,
        }),
      ),
    {
      changes: [['history', 'till-tiles', store.id]],
      done: () => t('saved'),
      onDone: saved => {
        queries.setQueryData(queryKey, saved);
        onSaved();
      },
      quiet: true,
    },
  );
  return { ...saving, conflict: conflictOf(saving) };
}

/** Products and pages by their names, so that a reader sees what was changed. */
const recordOf = (store: Store, shown: TileRecord, t: TileTexts): FormRecord => ({
  type: 'till-tiles',
  id: store.id,
  path: `/till-tiles/${store.id}/`,
  shown,
  describe: record => {
    const { favourites, pages, products } = record as TileRecord;
    const names = new Map(products.map(({ id, name }) => [id, name]));
    const listed = (ids: number[]): string => ids.map(id => names.get(id) ?? `#${id}`).join(', ');
    return {
      [t('favourites')]: listed(favourites),
      [t('pages')]: pages.map(page => `${page.name}: ${listed(page.product_ids)}`).join('; '),
    };
  },
});

function useFoundProducts(text: string, taken: readonly number[]) {
  const api = useApi();
  const [wanted] = useDebouncedValue(text, 200);
  const { data = [] } = useQuery({
    queryKey: ['products', 'tiles', wanted],
    queryFn: () =>
      answer(
        api.GET('/products/', { params: { query: { q: wanted, is_active: true, limit: 100 } } }),
      ),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  if (text === '') return [];
  return data.filter(({ id }) => !taken.includes(id)).slice(0, MOST_FOUND);
}
