import { Button, Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { TileEditor } from '../../../shared/components/tile-editor.js';
import { useTileTexts } from '../../../shared/components/tile-editor-texts.js';
import { hasBadNames } from '../../../shared/tiles.js';
import { Page, Panel } from '../../parts/page.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { tagged, unchangedSince } from '../../state/record-tags.js';
import { useAction } from '../../state/use-action.js';
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
    <Page title={t('nav.tiles')} text={t('tiles.text')}>
      <StoreField value={chosen?.code} onChange={setCode} />
      {chosen !== undefined && <StoreTiles key={chosen.id} store={chosen} />}
    </Page>
  );
}

function StoreTiles({ store }: { store: Store }): ReactNode {
  const api = useApi();
  const tiles = useQuery({
    queryKey: ['tiles', store.id],
    queryFn: () =>
      tagged(api.GET('/till-tiles/{store}/', { params: { path: { store: store.id } } })),
    // A refresh while somebody arranges tiles would show nothing new: the draft stays.
    refetchOnWindowFocus: false,
  });
  return (
    <Panel title={store.name}>
      <Show query={tiles}>
        {record => <TileForm key={record.updated_at ?? ''} store={store} record={record} />}
      </Show>
    </Panel>
  );
}

function TileForm({ store, record }: { store: Store; record: TileRecord }): ReactNode {
  const t = useTileTexts();
  const api = useApi();
  const [draft, setDraft] = useState({ favourites: record.favourites, pages: record.pages });
  const names = new Map(record.products.map(({ id, name }) => [id, name]));
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map());
  const save = useAction(
    () =>
      answer(
        api.PUT('/till-tiles/{store}/', {
          params: { path: { store: store.id } },
          body: draft,
          ...unchangedSince(record),
        }),
      ),
    { changes: [['tiles', store.id]], done: () => t('saved') },
  );
  return (
    <Stack maw={640}>
      <TileEditor
        tiles={draft}
        onChange={setDraft}
        nameOf={id => names.get(id) ?? added.get(id) ?? `#${id}`}
        useFound={useFoundProducts}
        onPick={({ id, name }) => setAdded(new Map(added).set(id, name))}
      />
      <Group>
        <Button
          loading={save.isPending}
          disabled={hasBadNames(draft.pages)}
          onClick={() => save.mutate(undefined)}
        >
          {t('save')}
        </Button>
      </Group>
    </Stack>
  );
}

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
