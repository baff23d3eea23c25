import { Answer, Query, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity } from '../../platform/quantity.js';
import { till, tillStaffOf } from '../access/index.js';
import { stockOfVariants } from './stock-repository.js';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** What a till shows on its tiles: the stock of its own store. */
export function tillStockRoute(app: App, { db }: Platform): void {
  app.get(
    '/pos/stock/',
    {
      config: { access: till('stock.read') },
      schema: {
        tags: ['POS'],
        summary: 'The stock of up to 100 variants at the store of this till',
        querystring: Query({
          variant_ids: Type.String({
            pattern: `^${UUID}(,${UUID}){0,99}$`,
            description: 'Separated by commas',
          }),
        }),
        response: {
          200: Type.Array(
            Answer({
              variant_id: Uuid,
              available: Type.Number({ description: 'On hand and not reserved' }),
            }),
            { description: 'Without those that the store does not stock' },
          ),
        },
      },
    },
    async request => {
      const { storeId } = tillStaffOf(request).till;
      const rows = await stockOfVariants(db, storeId, request.query.variant_ids.split(','));
      return rows.map(({ variant_id, available, unit }) => ({
        variant_id,
        available: shownQuantity(available, unit),
      }));
    },
  );
}
