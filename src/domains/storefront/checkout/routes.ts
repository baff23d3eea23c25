import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';

export function checkoutRoutes(_app: App, _platform: Platform): void {}
