import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { presentOrder } from './present.js';
export { onOrder } from './repository.js';
export type { OrderStatus } from './rules.js';
export { saveOrder } from './save-order.js';
export { OrderAnswer } from './schemas.js';

export const procurement: Domain = { name: 'procurement', routes: { office: routes } };
