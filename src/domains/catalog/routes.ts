import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { barcodeRoutes } from './barcodes/routes.js';
import { bundleRoutes } from './bundles/routes.js';
import { pictureRoutes } from './pictures/routes.js';
import { productRoutes } from './products/routes.js';
import { referenceRoutes } from './references/routes.js';
import { variantRoutes } from './variants/routes.js';

export function routes(app: App, platform: Platform): void {
  productRoutes(app, platform);
  pictureRoutes(app, platform);
  variantRoutes(app, platform);
  bundleRoutes(app, platform);
  referenceRoutes(app, platform);
  barcodeRoutes(app, platform);
}
