import { unitsOf } from '../../../platform/currencies.js';
import type { Platform } from '../../../platform/platform.js';
import { type Totals, totalsOf } from '../../pricing/index.js';
import { previewPromotions } from '../promotion-preview.js';
import { type PricedCart, pricedLines, storeTaxTerms } from './price-cart.js';
import {
  goodsMinorOf,
  pickedRate,
  type ShippingOffer,
  type ShippingPlace,
  shippingRatesFor,
} from './shipping-rates.js';

export type PricedDelivery = { offers: ShippingOffer[]; picked: ShippingOffer; totals: Totals };

/**
 * What a cart costs with its delivery to an address, as the order will be priced: a preview.
 * Throws if the store does not ship there.
 */
export async function priceDelivery(
  platform: Platform,
  { cart, store }: Pick<PricedCart, 'cart' | 'store'>,
  place: ShippingPlace,
  wanted: string | null,
): Promise<PricedDelivery> {
  const goods = {
    lines: pricedLines(cart),
    promotions: await previewPromotions(platform, cart),
    ...storeTaxTerms(store, platform.clock.now(), cart.taxExemption),
    shippingTaxClass: store.shipping_tax_class,
    ...unitsOf(store.currency),
  };
  const goodsMinor = (): number => goodsMinorOf(totalsOf(goods), cart.lines);
  const offers = shippingRatesFor(store, place, { lines: cart.lines, goodsMinor });
  const picked = pickedRate(offers, wanted);
  return { offers, picked, totals: totalsOf({ ...goods, shippingMinor: picked.priceMinor }) };
}
