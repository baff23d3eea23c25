import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const receipts: Domain = { name: 'receipts', routes: { office: routes } };
