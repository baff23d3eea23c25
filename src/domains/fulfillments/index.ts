import type { Domain } from '../domain.js';
import { routes } from './routes.js';
import { subscribers } from './subscribers.js';

export { closeFulfillments } from './close-fulfillments.js';
export { createFulfillment, type NewFulfillment } from './create-fulfillment.js';
export { presentFulfillment, presentFulfillments, presentShipment } from './present.js';
export { type Fulfillment, fulfillmentsOf, itemsSent, type ShippingAddress } from './repository.js';
export type { FulfillmentStatus, FulfillmentType, Sent } from './rules.js';
export { ShipmentAnswer } from './schemas.js';

export const fulfillments: Domain = {
  name: 'fulfillments',
  routes: { office: routes },
  subscribers,
};
