import type { Domain } from '../domain.js';
import { routes as methodRoutes } from './methods/routes.js';

export { presentPaymentMethod } from './methods/present.js';
export {
  findPaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
} from './methods/repository.js';
export { savePaymentMethod } from './methods/save-payment-method.js';

export const payments: Domain = { name: 'payments', routes: { office: methodRoutes } };
