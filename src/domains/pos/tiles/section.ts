import { canonical } from '../../../platform/http/idempotency-rules.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { StoreSection } from '../../stores/index.js';
import { tilesSaved } from '../events.js';
import { type NamedTiles, tilesOf, writeTiles } from './tile-repository.js';

/** Favourites and tile pages of the tills. */
export const TILES_SECTION: StoreSection = {
  name: 'tiles',
  copyOf: async (reader, from) => {
    const wanted = await tilesOf(reader, from.id);
    return {
      planFor: async (current, { id }) => {
        const before = shown(id, await tilesOf(current, id));
        const after = shown(id, wanted);
        const isSame = canonical(before) === canonical(after);
        return {
          changes: isSame ? [] : [{ type: 'till-tiles', id, before, after }],
          write: async tx => {
            await writeTiles(tx, id, wanted);
            await record(tx, tilesSaved(id));
          },
        };
      },
    };
  },
};

/** Products by their names, so that a reader sees what changes. */
function shown(storeId: string, { favourites, pages, products }: NamedTiles) {
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const named = (ids: readonly number[]): string[] => ids.map(id => names.get(id) ?? `#${id}`);
  return {
    store_id: storeId,
    favourites: named(favourites),
    pages: pages.map(({ name, product_ids }) => ({ name, products: named(product_ids) })),
  };
}
