import { unitsOf } from '../../../../platform/currencies.js';
import type { Minor } from '../../../../platform/money.js';
import { type Promotion, totalsOf } from '../../../pricing/index.js';
import type { StoreWithTaxes } from '../../../stores/index.js';
import { shippingRatesOf, type TaxDestination } from '../../../transactions/index.js';
import { destinationTaxes } from '../../carts/destination-tax.js';
import { pricedLines, storeTaxTerms } from '../../carts/price-cart.js';
import type { Cart } from '../../carts/repository.js';
import {
  goodsMinorOf,
  pickedRate,
  type ShippingPlace,
  shippingRatesFor,
} from '../../carts/shipping-rates.js';
import type { OrderForm } from './order-form.js';

type Terms = {
  promotions: readonly Promotion[];
  taxExemption: string | null;
  /** Undefined if nothing is shipped. */
  place: ShippingPlace | undefined;
  delivery: OrderForm['delivery_method'];
  now: Date;
};

/** Prices goods and shipping of an order, with the taxes of its store or of its address. */
export function priceOrder(
  store: StoreWithTaxes,
  cart: Cart,
  { promotions, taxExemption, place, delivery, now }: Terms,
) {
  const destination = place && destinationTaxes(store, place);
  const terms = storeTaxTerms(store, now, taxExemption, destination?.taxes);
  const goods = {
    lines: pricedLines(cart),
    promotions,
    ...terms,
    shippingTaxClass: store.shipping_tax_class,
    ...unitsOf(store.currency),
  };
  const shippingMinor = shippingOf(store, cart, place, delivery, () =>
    goodsMinorOf(totalsOf(goods), cart.lines),
  );
  const basket = { ...goods, shippingMinor };
  const taxDestination: TaxDestination | null = destination
    ? {
        country: destination.country,
        region: destination.region,
        shipping_rates: shippingRatesOf(store.shipping_tax_class, terms),
      }
    : null;
  return { basket, totals: totalsOf(basket), terms, taxDestination };
}

/** The store's rate for the chosen delivery method; prices from the page are ignored. */
function shippingOf(
  store: StoreWithTaxes,
  { lines }: Cart,
  place: ShippingPlace | undefined,
  picked: OrderForm['delivery_method'],
  goodsMinor: () => Minor,
): Minor {
  if (place === undefined) return 0;
  return pickedRate(shippingRatesFor(store, place, { lines, goodsMinor }), picked).priceMinor;
}
