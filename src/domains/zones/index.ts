import type { Domain } from '../domain.js';
import { parLevelRoutes } from './par-routes.js';
import { zoneRoutes } from './routes.js';

export { type ParLevelChange, saveParLevel } from './save-par-level.js';
export { saveZone } from './save-zone.js';

/** Zones of a store and their par levels. */
export const zones: Domain = {
  name: 'zones',
  routes: {
    office: (app, platform) => {
      zoneRoutes(app, platform);
      parLevelRoutes(app, platform);
    },
  },
};
