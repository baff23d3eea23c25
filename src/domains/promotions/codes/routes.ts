import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { ReportQuery } from '../campaigns/schemas.js';
import { recordRoutes } from '../record-routes.js';
import { isVisible } from '../store-access.js';
import { presentCode } from './present.js';
import { removeCode } from './remove-code.js';
import { reportPerformance } from './report-performance.js';
import { codeByText, listCodes, type PromoCode } from './repository.js';
import { normalizeCode } from './rules.js';
import { saveCode } from './save-code.js';
import {
  CodeAnswer,
  CodeBody,
  type CodeFilter,
  CodeFilters,
  type CodeInput,
  CodeKey,
  PerformanceAnswer,
} from './schemas.js';

const tags = ['Promo codes'];

export function codeRoutes(app: App, platform: Platform): void {
  app.get(
    '/promo-codes/analytics/performance/',
    {
      config: { access: staff('promotion.read') },
      schema: {
        tags,
        summary: 'Uses, customers and discounts of promo codes',
        querystring: ReportQuery,
        response: { 200: PerformanceAnswer },
      },
    },
    request => reportPerformance(platform, staffOf(request), request.query.days),
  );

  recordRoutes<PromoCode, Partial<CodeInput>, CodeFilter>(app, platform, {
    path: '/promo-codes/',
    tag: 'Promo codes',
    noun: 'Promo code',
    key: { name: 'code', schema: CodeKey },
    filters: CodeFilters,
    body: CodeBody,
    answer: CodeAnswer,
    list: (reader, { caller, filter, after, limit }) =>
      listCodes(reader, { scope: storeScope(caller), ...filter }, after, limit),
    keyOf: code => code.code,
    find: async (reader, caller, key) => {
      const found = await codeByText(reader, normalizeCode(key));
      return found && isVisible(caller, found.promotion_store_ids) ? found : undefined;
    },
    save: saveCode,
    remove: removeCode,
    present: presentCode,
    // Codes are validated for every sale and never cached.
    changed: async () => {},
  });
}
