import type { Domain } from '../domain.js';
import { paymentListRoutes } from './payment-list-routes.js';
import { paymentRoutes } from './payment-routes.js';
import { routes } from './routes.js';
import { subscribers } from './subscribers.js';

export { applyRefunds } from './apply-refunds.js';
export { approveVariances } from './approve-variances.js';
export { saleInvariants } from './invariant-repository.js';
export { listScope } from './list-scope.js';
export { closeUnpaidSale, completeSale, overdueOrders } from './order-repository.js';
export { listPayments, type PaymentView } from './payment-list-repository.js';
export { visibleSale } from './read-sale.js';
export { documentId, parseSaleRef, type SaleRef } from './references.js';
export {
  type Attribution,
  countRecentSales,
  countReturned,
  findSale,
  insertSale,
  linesOf,
  lockSale,
  moveSale,
  type NewLine,
  type NewSale,
  type Sale,
  type SaleLine,
  salesOfCustomers,
} from './repository.js';
export { newLine, type RungUp, ringUpSale, type SaleClaim, taxRates } from './ring-up-sale.js';
export { isPayable, mayMove, SALE_STATUSES, type SaleStatus } from './rules.js';
export { type Paid, type Tender, takePayment } from './take-payment.js';
export { voidSale } from './void-sale.js';

export const transactions: Domain = {
  name: 'transactions',
  routes: {
    office: (app, platform) => {
      routes(app, platform);
      paymentRoutes(app, platform);
      paymentListRoutes(app, platform);
    },
  },
  subscribers,
};
