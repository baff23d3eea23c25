import type { App } from '../../platform/http/server.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { withReferenceData } from '../../platform/reference-data/index.js';
import { till, tillStaffOf } from '../access/index.js';
import { inSteps, quoteSale } from '../transactions/index.js';
import { customerOf, openStore } from './create-sale.js';
import { presentQuote } from './present-quote.js';
import { QuoteAnswer } from './quote-schemas.js';
import { QuoteBody } from './schemas.js';

export function quoteRoutes(app: App, platform: Platform): void {
  app.post(
    '/pos/quote/',
    {
      config: { access: till('sale.create'), audit: 'none' },
      schema: {
        tags: ['POS'],
        summary: 'Price a basket with promotions; the quote holds for 15 minutes',
        body: QuoteBody,
        response: { 200: QuoteAnswer },
      },
    },
    async request => {
      const { line_items, customer_id, promo_codes = [] } = request.body;
      const customer = await customerOf(platform.db, customer_id);
      const quote = await withReferenceData(platform, async data => {
        const store = await openStore(platform.db, data, tillStaffOf(request));
        return quoteSale(platform, data, {
          store,
          customer,
          lines: await inSteps(
            data,
            platform.db,
            line_items.map(({ product_variant_id: variantId, sku, quantity, unit_price }) => ({
              variantId,
              sku,
              quantity,
              unitPriceMinor:
                unit_price === undefined ? undefined : minor(unit_price, store.currency),
            })),
          ),
          codes: promo_codes,
          at: platform.clock.now(),
        });
      });
      return presentQuote(quote, promo_codes);
    },
  );
}
