import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { accountRoutes } from './account/routes.js';
import { reminderRoutes } from './alerts/reminder-routes.js';
import { alertRoutes } from './alerts/routes.js';
import { cartRoutes } from './carts/routes.js';
import { shippingRoutes } from './carts/shipping-routes.js';
import { catalogueRoutes } from './catalogue/routes.js';
import { checkoutRoutes } from './checkout/index.js';
import { legalShopRoutes } from './legal/routes.js';
import { orderRoutes } from './orders/routes.js';
import { searchRoutes } from './search/routes.js';
import { sessionRoutes } from './sessions/routes.js';
import { themeShopRoutes } from './theme/routes.js';

export function routes(app: App, platform: Platform): void {
  sessionRoutes(app, platform);
  cartRoutes(app, platform);
  shippingRoutes(app, platform);
  catalogueRoutes(app, platform);
  searchRoutes(app, platform);
  legalShopRoutes(app, platform);
  themeShopRoutes(app, platform);
  accountRoutes(app, platform);
  checkoutRoutes(app, platform);
  orderRoutes(app, platform);
  alertRoutes(app, platform);
  reminderRoutes(app, platform);
}
