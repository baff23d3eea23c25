import { anybody } from '../../../platform/http/access.js';
import { invalidField } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { PageQuery, Query, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { storeScope } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { recordRoutes } from '../record-routes.js';
import { dropRunning, publicPromotions } from '../selling/running-promotions.js';
import { isVisible } from '../store-access.js';
import { presentPromotion } from './present.js';
import { removePromotion } from './remove-promotion.js';
import { listPromotions, type PromotionRecord, promotionById } from './repository.js';
import { savePromotion } from './save-promotion.js';
import {
  ActivePromotionAnswer,
  PromotionAnswer,
  PromotionBody,
  type PromotionFilter,
  PromotionFilters,
  type PromotionInput,
} from './schemas.js';

export function promotionRoutes(app: App, platform: Platform): void {
  const { clock } = platform;
  activeRoute(app, platform);
  recordRoutes<PromotionRecord, Partial<PromotionInput>, PromotionFilter>(app, platform, {
    path: '/promotions/',
    tag: 'Promotions',
    noun: 'Promotion',
    key: { name: 'id', schema: Uuid },
    filters: PromotionFilters,
    body: PromotionBody,
    answer: PromotionAnswer,
    list: (reader, { caller, filter, after, limit }) =>
      listPromotions(reader, { scope: storeScope(caller), ...filter }, after, limit),
    keyOf: promotion => promotion.id,
    find: async (reader, caller, id) => {
      const found = await promotionById(reader, id);
      return found && isVisible(caller, found.store_ids) ? found : undefined;
    },
    save: (tx, caller, id, change) => savePromotion(tx, caller, id, change, clock.now()),
    remove: removePromotion,
    present: presentPromotion,
    changed: dropRunning,
  });
}

function activeRoute(app: App, platform: Platform): void {
  app.get(
    '/promotions/active/',
    {
      config: { access: anybody },
      schema: {
        tags: ['Promotions'],
        summary: 'Promotions that apply now without a code, in one store or in any',
        querystring: Query({ store_id: Type.Optional(Text(255, 1)), ...PageQuery }),
        response: { 200: Type.Array(ActivePromotionAnswer) },
      },
    },
    async (request, reply) => {
      const { store_id: ref, limit = DEFAULT_LIMIT, cursor } = request.query;
      const store = ref === undefined ? undefined : await findStore(platform.db, ref);
      if (ref !== undefined && store === undefined) {
        throw invalidField('store_id', 'There is no such store.');
      }
      const [after] = decodeCursor(cursor, 1) ?? [];
      const running = await publicPromotions(platform, store?.id);
      const rest = running.filter(({ id }) => after === undefined || id > String(after));
      const rows = rest.slice(0, limit + 1);
      return page(request, reply, rows, limit, promotion => [promotion.id]);
    },
  );
}
