export { minorPerUnit, textDigits, unitMinorOf, unitsOf } from '../../platform/currencies.js';
export {
  goodsAtPrice,
  type LabelledGoods,
  type LabelPattern,
  type LabelRefusal,
  readLabel,
} from '../../platform/label-codes.js';
export { formatsFor } from '../../platform/local-formats.js';
export { AmountTooLarge } from '../../platform/money.js';
export { isMeasured, shownQuantity, stepsOf, stepsPerUnit } from '../../platform/quantity.js';
export { type Claim, checkClaim } from './claims.js';
export { type BasketInUnits as Basket, explain, inUnits, totalsOf } from './currency-units.js';
export type { AppliedDiscount, ManualDiscount } from './discounts.js';
export type { LineExplanation, Split } from './explain.js';
export { isFarAbove } from './far-above.js';
export {
  GIFT_CARD_SKU,
  grossOf,
  type LinePart,
  type PricedLine,
  priceOf,
  quantityFor,
} from './lines.js';
export {
  changedAmount,
  newPrice,
  PRICE_CHANGES,
  PRICE_ENDINGS,
  type PriceEnding,
  type PriceTerms,
} from './new-price.js';
export { offlineReturnDayLimit } from './offline-returns.js';
export { netPriceOf, type PartTotals, sharesOf } from './parts.js';
export { pointsToPay, pointsWorth, takesPoints } from './points-worth.js';
export {
  type Buyer,
  type ChosenPrice,
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
} from './price-lists.js';
export {
  type AppliedPromotion,
  PROMOTION_KINDS,
  type Promotion,
  type PromotionKind,
  SCOPE_KINDS,
  type ScopeKind,
} from './promotion-terms.js';
export { applyPromotions } from './promotions.js';
export {
  type EarlierReturn,
  type Refund,
  type RefundProblem,
  type RefundRequest,
  refundFor,
  type SoldLine,
} from './returns.js';
export { DEFAULT_SHIPPING_RATES, defaultShippingRates, pickShippingRate } from './shipping.js';
export { type TaxBreakdownRow, taxAsCharged, taxBreakdownOf, taxOf } from './tax.js';
export { netOf } from './tax-inside.js';
export {
  classOf,
  formatRate,
  parseRate,
  ratesFor,
  STANDARD_TAX_CLASS,
  type TaxRate,
} from './tax-rates.js';
export { type DatedTax, taxRatesAt } from './tax-rates-at.js';
export { cashDueOf, type Settlement, settleTender, type Tender } from './tender.js';
export { type Totals, taxOn, withoutTax } from './totals.js';
