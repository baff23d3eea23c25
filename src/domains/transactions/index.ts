import type { Domain } from '../domain.js';
import { cardQueue } from './card/queue.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { paymentListRoutes } from './payment-list/routes.js';
import { paymentRoutes } from './payments/routes.js';
import { payOutRoutes } from './refunds/pay-out-routes.js';
import { refundRoutes } from './refunds/routes.js';
import { routes } from './routes.js';

export { aboutSale } from './about-sale.js';
export { ADJUSTMENT_KINDS, overParts, promotionAdjustments } from './adjustments.js';
export { attachCustomer } from './attach-customer.js';
export type { CardPayment } from './card/attempt-repository.js';
export { cancelCardPayment, finishCancelOfSale } from './card/cancel-card-payment.js';
export { confirmReportedPayment } from './card/confirm-reported-payment.js';
export { presentCardPayment } from './card/present.js';
export { readCardPayment } from './card/read-card-payment.js';
export { CARD_STATUSES } from './card/rules.js';
export { startCardPayment } from './card/start-card-payment.js';
export {
  chargedBreakdown,
  shippingRatesOf,
  type TaxDestination,
  type TaxedSale,
  taxedSale,
} from './charged-tax.js';
export { bundleOf, describeLine, namesOfLine } from './describe-line.js';
export { cancelSale } from './ending/cancel-sale.js';
export { endSale } from './ending/end-sale.js';
export { closeStaleSale } from './ending/expire-sales.js';
export { takeBackGiftCards } from './ending/take-back-gift-cards.js';
export { saleCompleted, saleCreated, saleUpdated, saleVoided } from './events.js';
export { findNamedSale } from './find-named-sale.js';
export { giftCardLines, giftCardNeedsMoney, isGiftCard } from './gift-card-lines.js';
export { saleInvariants } from './invariant-repository.js';
export { labelSale } from './label-sale.js';
export { mailLanguage } from './mail-language.js';
export { type OpenSale, type OpenSaleLine, openSalesOf } from './open-sales-repository.js';
export { closeUnpaidSale, completeSale, overdueOrders } from './order-repository.js';
export {
  listPayments,
  type PaymentView,
  paymentView,
  paymentViews,
  refundView,
} from './payment-list/repository.js';
export { planRecentPayment } from './payments/pay-recent-sale.js';
export { presentPayment, presentRefund } from './payments/present.js';
export { type Paid, takePayment } from './payments/take-payment.js';
export { priceGoods } from './price-goods.js';
export { type GivenDiscount, pricePromotedSale, type SaleOffer } from './price-promoted-sale.js';
export {
  adoptGuestOrders,
  eraseInReasons,
  eraseSales,
  lastSalesOf,
  lockSalesOf,
  moveSales,
  namesOnSales,
  oldGuestOrders,
  type SaleOfPerson,
  salesOfPerson,
} from './privacy-repository.js';
export { inSteps, quantitiesOf } from './quantities-of-lines.js';
export { visibleSale } from './read-sale.js';
export { parseSaleRef } from './references.js';
export { applyRefunds } from './refunds/apply-refunds.js';
export { openPaymentRefund } from './refunds/open-payment-refund.js';
export { refuseCardNumbers } from './refuse-card-numbers.js';
export { type OrderMail, quantityText, renderOrderMail } from './render-order-mail.js';
export {
  type Attribution,
  countRecentSales,
  countReturned,
  findSale,
  linesOf,
  linesOfSales,
  lockSale,
  markExchange,
  moveSale,
  numberSale,
  type Sale,
  type SaleLine,
  salesOfCustomers,
  salesWithGiftCards,
  updateExpiry,
} from './repository.js';
export { approveVariances } from './ring-up/approve-variances.js';
export { newLines } from './ring-up/new-lines.js';
export {
  insertSale,
  type NewLine,
  type NewSale,
  nextSaleNumber,
} from './ring-up/new-sale-repository.js';
export { type PaidSale, paidSaleSql } from './ring-up/paid-sale-repository.js';
export {
  type FirstTender,
  paymentTerms,
  ringUpPaidSale,
} from './ring-up/ring-up-paid-sale.js';
export {
  linePart,
  type PricedSale,
  priceSale,
  type RungUp,
  ringUpSale,
} from './ring-up/ring-up-sale.js';
export {
  isLayaway,
  isPayable,
  SALE_STATUSES,
  type SaleStatus,
  SOURCES,
  type Source,
} from './rules.js';
export { createdIn } from './sale-list/conditions-repository.js';
export { listScope } from './sale-list/list-scope.js';
export { dayOfId } from './sale-list/sale-filter.js';
export { AdjustmentAnswer, AgeCheckBody, BundleOfLine } from './schemas.js';
export { type TaxTerms, taxTermsOf } from './tax-terms.js';
export type { TillCustomer } from './till-promotions.js';
export { priceQuotedSale } from './till-quotes/price-quoted-sale.js';
export { type Quote, quoteSale } from './till-quotes/quote-sale.js';

export const transactions: Domain = {
  name: 'transactions',
  routes: {
    office: (app, platform) => {
      routes(app, platform);
      paymentRoutes(app, platform);
      paymentListRoutes(app, platform);
      refundRoutes(app, platform);
    },
    till: payOutRoutes,
  },
  consumers,
  jobs,
  schedules,
  queues: [cardQueue],
};
