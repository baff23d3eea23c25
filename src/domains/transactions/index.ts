import type { Domain } from '../domain.js';
import { cardQueue } from './card/queue.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { payOutRoutes } from './pay-out-routes.js';
import { paymentListRoutes } from './payment-list-routes.js';
import { paymentRoutes } from './payment-routes.js';
import { refundRoutes } from './refund-routes.js';
import { routes } from './routes.js';

export { aboutSale } from './about-sale.js';
export { ADJUSTMENT_KINDS, overParts, promotionAdjustments } from './adjustments.js';
export { applyRefunds } from './apply-refunds.js';
export { approveVariances } from './approve-variances.js';
export { attachCustomer } from './attach-customer.js';
export { cancelSale } from './cancel-sale.js';
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
export { endSale } from './end-sale.js';
export { saleCompleted, saleCreated, saleUpdated, saleVoided } from './events.js';
export { closeStaleSale } from './expire-sales.js';
export { giftCardLines, giftCardNeedsMoney, isGiftCard } from './gift-card-lines.js';
export { saleInvariants } from './invariant-repository.js';
export { labelSale } from './label-sale.js';
export { listScope } from './list-scope.js';
export { mailLanguage } from './mail-language.js';
export { newLines } from './new-lines.js';
export { insertSale, type NewLine, type NewSale, nextSaleNumber } from './new-sale-repository.js';
export { openPaymentRefund } from './open-payment-refund.js';
export { type OpenSale, type OpenSaleLine, openSalesOf } from './open-sales-repository.js';
export { closeUnpaidSale, completeSale, overdueOrders } from './order-repository.js';
export { type PaidSale, paidSaleSql } from './paid-sale-repository.js';
export { planRecentPayment } from './pay-recent-sale.js';
export {
  listPayments,
  type PaymentView,
  paymentView,
  paymentViews,
  refundView,
} from './payment-list-repository.js';
export { presentPayment, presentRefund } from './present-payment.js';
export { priceGoods } from './price-goods.js';
export { type GivenDiscount, pricePromotedSale, type SaleOffer } from './price-promoted-sale.js';
export { priceQuotedSale } from './price-quoted-sale.js';
export {
  adoptGuestOrders,
  eraseSales,
  lastSalesOf,
  lockSalesOf,
  moveSales,
  oldGuestOrders,
  type SaleOfPerson,
  salesOfPerson,
} from './privacy-repository.js';
export { inSteps, quantitiesOf } from './quantities-of-lines.js';
export { type Quote, quoteSale } from './quote-sale.js';
export { visibleSale } from './read-sale.js';
export { parseSaleRef } from './references.js';
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
export {
  type FirstTender,
  paymentTerms,
  ringUpPaidSale,
} from './ring-up-paid-sale.js';
export {
  linePart,
  type PricedSale,
  priceSale,
  type RungUp,
  ringUpSale,
} from './ring-up-sale.js';
export {
  isLayaway,
  isPayable,
  SALE_STATUSES,
  type SaleStatus,
  SOURCES,
  type Source,
} from './rules.js';
export { createdIn } from './sale-conditions-repository.js';
export { dayOfId } from './sale-filter.js';
export { AdjustmentAnswer, AgeCheckBody, BundleOfLine } from './schemas.js';
export { takeBackGiftCards } from './take-back-gift-cards.js';
export { type Paid, takePayment } from './take-payment.js';
export { type TaxTerms, taxTermsOf } from './tax-terms.js';
export type { TillCustomer } from './till-promotions.js';

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
