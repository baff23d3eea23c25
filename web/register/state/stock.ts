import { answer, isLiveEvent, type Tillhouse } from '@tillhouse/client';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { useTillEvents } from './events.js';
import { session } from './session.js';

/** The most variants that one request may name. */
const AT_ONCE = 100;
/** The cashier is still typing or scrolling. */
const PAUSE_MS = 200;
/** Events keep the figures current; after a gap in them, they are read again. */
const FRESH_MS = 5 * 60_000;

type Known = { available: number | null; readAt: number };

let levels: ReadonlyMap<string, Known> = new Map();
/** The store whose stock is known; the next login may be at another one. */
let ofStore = '';
const listeners = new Set<() => void>();

const update = (entries: Iterable<[string, Known]>): void => {
  levels = new Map([...levels, ...entries]);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

async function readStock(api: Tillhouse, ids: readonly string[]): Promise<void> {
  const query = { variant_ids: ids.join(',') };
  const found = await answer(api.GET('/pos/stock/', { params: { query } }));
  const stock = new Map(found.map(({ variant_id, available }) => [variant_id, available]));
  const readAt = Date.now();
  update(ids.map(id => [id, { available: stock.get(id) ?? null, readAt }]));
}

/** The available stock of these variants; null for one that the store does not stock. */
export function useStock(ids: readonly string[]): (id: string) => number | null | undefined {
  const api = useApi();
  const online = useOnline();
  const known = useSyncExternalStore(subscribe, () => levels);
  const storeId = session.use()?.store.id ?? '';
  const wanted = ids.join(',');
  useEffect(() => {
    if (ofStore !== storeId) {
      ofStore = storeId;
      levels = new Map();
    }
    if (!online) return undefined;
    const timer = setTimeout(async () => {
      const oldest = Date.now() - FRESH_MS;
      const isMissing = (id: string) => (levels.get(id)?.readAt ?? 0) < oldest;
      const missing = wanted.split(',').filter(id => id !== '' && isMissing(id));
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        // Tiles without figures are still of use.
        await readStock(api, missing.slice(at, at + AT_ONCE)).catch(() => undefined);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [api, online, wanted, storeId]);
  useTillEvents(event => {
    if (!isLiveEvent(event, 'inventory.changed')) return;
    const { variant_id: id, available } = event.data;
    if (levels.has(id)) update([[id, { available, readAt: Date.now() }]]);
  });
  return useCallback(id => known.get(id)?.available, [known]);
}
