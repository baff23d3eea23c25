import { unitsOf } from '../../../platform/currencies.js';
import type { Platform } from '../../../platform/platform.js';
import { type Totals, totalsOf } from '../../pricing/index.js';
import { destinationTaxes } from './destination-tax.js';
import { type PricedCart, pricedLines, storeTaxTerms } from './price-cart.js';
import {
  goodsMinorOf,
  pickedRate,
  type ShippingOffer,
  type ShippingPlace,
  shippingRatesFor,
} from './shipping-rates.js';

type PricedOffer = ShippingOffer & { totals: Totals };
export type PricedDelivery = { offers: PricedOffer[]; picked: PricedOffer; totals: Totals };

/**
 * What a cart costs with each way to ship it to an address, as the order will be priced: a preview.
 * Throws if the store does not ship there.
 */
export function priceOffers(
  platform: Platform,
  priced: PricedCart,
  place: ShippingPlace,
): PricedOffer[] {
  const { cart, store } = priced;
  const goods = goodsAt(platform, priced, place);
  const goodsMinor = (): number => goodsMinorOf(totalsOf(goods), cart.lines);
  const offers = shippingRatesFor(store, place, { lines: cart.lines, goodsMinor });
  return offers.map(offer => ({
    ...offer,
    totals: totalsOf({ ...goods, shippingMinor: offer.priceMinor }),
  }));
}

/** What digital goods alone cost a customer who lives at an address. */
export const priceDigital = (
  platform: Platform,
  priced: PricedCart,
  place: ShippingPlace,
): Totals => totalsOf(goodsAt(platform, priced, place));

/** The goods with the taxes of the address, where the store taxes by destination. */
const goodsAt = (
  { clock }: Platform,
  { cart, store, promotions }: PricedCart,
  place: ShippingPlace,
) => ({
  lines: pricedLines(cart),
  promotions,
  ...storeTaxTerms(store, clock.now(), cart.taxExemption, destinationTaxes(store, place)?.taxes),
  shippingTaxClass: store.shipping_tax_class,
  ...unitsOf(store.currency),
});

/** The same with the way that the shopper picked; unknown choices ship as standard. */
export function priceDelivery(
  platform: Platform,
  priced: PricedCart,
  place: ShippingPlace,
  wanted: string | null,
): PricedDelivery {
  const offers = priceOffers(platform, priced, place);
  const picked = pickedRate(offers, wanted);
  return { offers, picked, totals: picked.totals };
}
