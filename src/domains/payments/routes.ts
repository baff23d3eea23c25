import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { routes as methodRoutes } from './methods/routes.js';
import { processorRoutes } from './processor-routes.js';
import { terminalRoutes } from './terminal-routes.js';

export function routes(app: App, platform: Platform): void {
  methodRoutes(app, platform);
  processorRoutes(app, platform);
  terminalRoutes(app, platform);
}
