import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { abTestRoutes } from './ab-tests/routes.js';
import { campaignRoutes } from './campaigns/routes.js';
import { codeRoutes } from './codes/routes.js';
import { promotionRoutes } from './records/routes.js';

export function routes(app: App, platform: Platform): void {
  campaignRoutes(app, platform);
  promotionRoutes(app, platform);
  codeRoutes(app, platform);
  abTestRoutes(app, platform);
}
