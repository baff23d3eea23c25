import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { checkoutRoutes } from './checkout/routes.js';

export function routes(app: App, platform: Platform): void {
  checkoutRoutes(app, platform);
}
