import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { paymentListRoutes } from './payment-list-routes.js';
import { paymentRoutes } from './payment-routes.js';
import { routes } from './routes.js';

export { ADJUSTMENT_KINDS, promotionAdjustments } from './adjustments.js';
export { applyRefunds } from './apply-refunds.js';
export { approveVariances } from './approve-variances.js';
export { cancelSale } from './cancel-sale.js';
export { describeLine, namesOfLine } from './describe-line.js';
export { endSale } from './end-sale.js';
export { saleCompleted, saleUpdated, saleVoided } from './events.js';
export { saleInvariants } from './invariant-repository.js';
export { listScope } from './list-scope.js';
export { insertSale, type NewLine } from './new-sale-repository.js';
export { openPaymentRefund } from './open-payment-refund.js';
export { type OpenSale, openSalesOf } from './open-sales-repository.js';
export { closeUnpaidSale, completeSale, overdueOrders } from './order-repository.js';
export {
  listPayments,
  type PaymentView,
  paymentView,
  paymentViews,
  refundView,
} from './payment-list-repository.js';
export { presentPayment, presentRefund } from './present-payment.js';
export { visibleSale } from './read-sale.js';
export { parseSaleRef } from './references.js';
export { refuseCardNumbers } from './refuse-card-numbers.js';
export { renderOrderMail } from './render-order-mail.js';
export {
  type Attribution,
  countRecentSales,
  countReturned,
  findSale,
  linesOf,
  linesOfSales,
  lockSale,
  moveSale,
  type Sale,
  type SaleLine,
  salesOfCustomers,
} from './repository.js';
export { newLine, type RungUp, ringUpSale, taxRates } from './ring-up-sale.js';
export { isPayable, SALE_STATUSES, type SaleStatus, SOURCES, type Source } from './rules.js';
export { AgeCheckBody } from './schemas.js';
export { type Paid, takePayment } from './take-payment.js';

export const transactions: Domain = {
  name: 'transactions',
  routes: {
    office: (app, platform) => {
      routes(app, platform);
      paymentRoutes(app, platform);
      paymentListRoutes(app, platform);
    },
  },
  consumers,
  jobs,
  schedules,
};
