import { unitsOf } from '../../../../platform/currencies.js';
import type { Minor } from '../../../../platform/money.js';
import { type Promotion, totalsOf } from '../../../pricing/index.js';
import type { StoreWithTaxes } from '../../../stores/index.js';
import type { TaxTerms } from '../../../transactions/index.js';
import { pricedLines } from '../../carts/price-cart.js';
import type { Cart } from '../../carts/repository.js';
import {
  goodsMinorOf,
  pickedRate,
  type ShippingOffer,
  type ShippingPlace,
  shippingRatesFor,
} from '../../carts/shipping-rates.js';
import type { DeliveryChoice, OrderForm } from './order-form.js';

type Conditions = {
  promotions: readonly Promotion[];
  terms: TaxTerms;
  /** Undefined if nothing is shipped. */
  place: ShippingPlace | undefined;
  delivery: OrderForm['delivery_method'];
};

/** Prices goods and shipping of an order. */
export function priceOrder(
  store: StoreWithTaxes,
  cart: Cart,
  { promotions, terms, place, delivery }: Conditions,
) {
  const goods = {
    lines: pricedLines(cart),
    promotions,
    ...terms,
    shippingTaxClass: store.shipping_tax_class,
    ...unitsOf(store.currency),
  };
  const rate = rateOf(store, cart, place, delivery, () =>
    goodsMinorOf(totalsOf(goods), cart.lines),
  );
  const basket = { ...goods, shippingMinor: rate?.priceMinor ?? 0 };
  return { basket, totals: totalsOf(basket), delivery: rate === undefined ? null : choiceOf(rate) };
}

const choiceOf = ({ title, turnaround, days_min, days_max }: ShippingOffer): DeliveryChoice => ({
  title,
  ...(turnaround !== undefined && { turnaround }),
  days_min,
  days_max,
});

/** The store's rate for the chosen delivery method; prices from the page are ignored. */
function rateOf(
  store: StoreWithTaxes,
  { lines }: Cart,
  place: ShippingPlace | undefined,
  picked: OrderForm['delivery_method'],
  goodsMinor: () => Minor,
): ShippingOffer | undefined {
  if (place === undefined) return undefined;
  return pickedRate(shippingRatesFor(store, place, { lines, goodsMinor }), picked);
}
