import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { CodeParams, CodeQuery, ScannedProduct } from '../../catalog/index.js';
import { scanCode } from './scan-code.js';

export function scanRoutes(app: App, platform: Platform): void {
  app.get(
    '/products/by-barcode/:code/',
    {
      config: { access: staff('catalog.read') },
      schema: {
        tags: ['Products'],
        summary: 'A product by scanned barcode or SKU',
        params: CodeParams,
        querystring: CodeQuery,
        response: { 200: ScannedProduct },
      },
    },
    request => {
      const { code } = request.params;
      return scanCode(platform, staffOf(request), { code, store: request.query.store });
    },
  );
}
