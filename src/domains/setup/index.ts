import type { Domain } from '../domain.js';
import { followBaseCurrency } from './base-currency.js';
import { copyRoutes } from './copy/routes.js';
import { routes } from './routes.js';

export const setup: Domain = {
  name: 'setup',
  routes: {
    office: (app, platform) => {
      routes(app, platform);
      copyRoutes(app, platform);
    },
  },
  start: followBaseCurrency,
};
