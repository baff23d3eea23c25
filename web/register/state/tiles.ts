import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, isLiveEvent, type Tillhouse } from '@tillhouse/client';
import { useMemo } from 'react';
import { useApi } from '../../shared/api/index.js';
import type { TileSet } from '../../shared/tiles.js';
import { useTillEvents } from './events.js';
import { session } from './session.js';
import { stored } from './stored.js';

export type Tiles = TileSet & {
  storeId: string;
  /** ETag of the record as it was read, so that a change by somebody else is not overwritten. */
  tag?: string;
};

const TILES = ['tiles'];

/** The last known tiles, for a start without a connection. */
const kept = stored<Tiles | null>('tiles', null);

/** As the service has them now, with their tag. */
export async function readTiles(api: Tillhouse, storeId: string): Promise<Tiles> {
  const call = api.GET('/till-tiles/{store}/', { params: { path: { store: storeId } } });
  const { favourites, pages } = await answer(call);
  const tag = (await call).response.headers.get('etag') ?? undefined;
  return { storeId, favourites, pages, tag };
}

export function useTiles(): Tiles {
  const api = useApi();
  const queries = useQueryClient();
  const storeId = session.use()?.store.id ?? '';
  const { data } = useQuery({
    queryKey: [...TILES, storeId],
    queryFn: async () => {
      const tiles = await readTiles(api, storeId);
      kept.set(tiles);
      return tiles;
    },
    enabled: storeId !== '',
    staleTime: 5 * 60_000,
  });
  useTillEvents(event => {
    if (isLiveEvent(event, 'tiles.saved')) void queries.invalidateQueries({ queryKey: TILES });
  });
  const none = useMemo(() => ({ storeId, favourites: [], pages: [] }), [storeId]);
  const last = kept.get();
  return data ?? (last?.storeId === storeId ? last : none);
}

/** Refused with 412 if somebody changed the tiles meanwhile. */
export async function saveTiles(api: Tillhouse, tiles: Tiles): Promise<void> {
  await answer(
    api.PUT('/till-tiles/{store}/', {
      params: { path: { store: tiles.storeId } },
      body: { favourites: tiles.favourites, pages: tiles.pages },
      ...(tiles.tag !== undefined && { headers: { 'If-Match': tiles.tag } }),
    }),
  );
}
