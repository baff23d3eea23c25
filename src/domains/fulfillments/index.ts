import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { cancelAndShow } from './cancel-fulfillment.js';
export { closeFulfillments } from './close-fulfillments.js';
export { createFulfillment, paidOrderFulfillment } from './create-fulfillment.js';
export { fulfillmentCreated, fulfillmentUpdated } from './events.js';
export { handOver } from './hand-over.js';
export { type PaidOrderFulfillment, paidOrderFulfillmentSql } from './paid-order-repository.js';
export { presentFulfillment } from './present.js';
export {
  addressesOfOrders,
  contactsOfOrders,
  eraseParcels,
  salesOnTheWay,
} from './privacy-repository.js';
export {
  type Fulfillment,
  fulfillmentsOf,
  itemsSent,
  type ShippingAddress,
} from './repository.js';
export {
  dueOf,
  FULFILLMENT_STATUSES,
  FULFILLMENT_TYPES,
  isOpen as isOpenFulfillment,
  isWaitingAtCounter,
  parseOrderSearch,
  type Sent,
} from './rules.js';
export { addressFields, TrackingUrl } from './schemas.js';
export { trackingPageOf } from './tracking-page.js';
export { type OrderKey, type WaitingOrder, waitingOrders } from './waiting-repository.js';

export const fulfillments: Domain = {
  name: 'fulfillments',
  routes: { office: routes },
  consumers,
};
