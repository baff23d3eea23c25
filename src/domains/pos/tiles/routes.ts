import { atomically } from '../../../platform/database/tx.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { atTillsToo, staff, staffOf } from '../../access/index.js';
import { StoreParams } from '../../stores/index.js';
import { visibleStoreId } from '../find-terminal.js';
import { saveTiles } from './save-tiles.js';
import { TilesAnswer, TilesBody } from './schemas.js';
import { type NamedTiles, tilesOf } from './tile-repository.js';

const tags = ['Stores'];
const PATH = '/till-tiles/:store/';

const present = (storeId: string, { updated_at, ...tiles }: NamedTiles) => ({
  ...tiles,
  store_id: storeId,
  updated_at: updated_at?.toISOString() ?? null,
});

/** Favourites and tile pages: tills show them, managers arrange them at the desk or at a till. */
export function tileRoutes(app: App, { db }: Platform): void {
  app.get(
    PATH,
    {
      config: { access: staff('store.read') },
      schema: {
        tags,
        summary: 'The favourites and tile pages of the tills of a store',
        params: StoreParams,
        response: { 200: TilesAnswer },
      },
    },
    async request => {
      const storeId = await visibleStoreId(db, staffOf(request), request.params.store);
      return present(storeId, await tilesOf(db, storeId));
    },
  );

  app.put(
    PATH,
    {
      config: {
        access: atTillsToo('store.settings', 'Tiles are arranged on the till that shows them.'),
      },
      schema: {
        tags,
        summary: 'Write the favourites and tile pages of the tills of a store',
        params: StoreParams,
        body: TilesBody,
        response: { 200: TilesAnswer },
      },
    },
    request =>
      atomically(db, async tx => {
        const storeId = await visibleStoreId(tx, staffOf(request), request.params.store);
        await saveTiles(tx, storeId, request.body);
        return present(storeId, await tilesOf(tx, storeId));
      }),
  );
}
