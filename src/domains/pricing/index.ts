export { AmountTooLarge } from '../../platform/money.js';
export { type Claim, type Contradiction, checkClaim } from './claims.js';
export { grossOf, type PricedLine } from './lines.js';
export {
  type AppliedPromotion,
  PROMOTION_KINDS,
  type Promotion,
  type PromotionKind,
  type PromotionScope,
  SCOPE_KINDS,
  type ScopeKind,
} from './promotion-terms.js';
export { applyPromotions, type DiscountedLine, type Promoted } from './promotions.js';
export {
  type EarlierReturn,
  type LineRefund,
  type Refund,
  type RefundProblem,
  type RefundRequest,
  refundFor,
  type SoldLine,
} from './returns.js';
export { DEFAULT_SHIPPING_RATES, type ShippingRate, shippingRateFor } from './shipping.js';
export {
  formatRate,
  type JurisdictionTax,
  parseRate,
  type Tax,
  type TaxBase,
  type TaxBreakdownRow,
  type TaxRate,
  taxAsCharged,
  taxBreakdownOf,
  taxOf,
} from './tax.js';
export { type Settlement, settleTender, type Tender, type TenderRefusal } from './tender.js';
export { type Basket, type LineTotals, type Totals, totalsOf } from './totals.js';
