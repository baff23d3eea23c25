import type { Domain } from '../domain.js';
import { followBaseCurrency } from './base-currency.js';
import { routes } from './routes.js';

export const setup: Domain = {
  name: 'setup',
  routes: { office: routes },
  start: followBaseCurrency,
};
