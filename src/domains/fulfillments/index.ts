import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { closeFulfillments } from './close-fulfillments.js';
export { createFulfillment } from './create-fulfillment.js';
export { presentFulfillment } from './present.js';
export { fulfillmentsOf, itemsSent, type ShippingAddress } from './repository.js';
export type { Sent } from './rules.js';

export const fulfillments: Domain = {
  name: 'fulfillments',
  routes: { office: routes },
  consumers,
};
