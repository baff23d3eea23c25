import { visitor } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { visitSecurity } from '../../people/index.js';
import { onOwnCart } from './own-cart.js';
import type { PricedCart } from './price-cart.js';
import { priceDigital, priceOffers } from './price-delivery.js';
import { CartParams, ShippingQuery, ShippingRatesAnswer } from './schemas.js';
import { weightOf } from './shipping-rates.js';
import { showCart } from './show-cart.js';

export function shippingRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/cart/:cart_id/shipping-rates/',
    {
      config: { access: visitor },
      // Ownership is checked before the query, so validation only attaches its error.
      attachValidation: true,
      schema: {
        security: visitSecurity,
        tags: ['Web shop: cart'],
        summary: 'How the cart can be shipped to an address, and for how much',
        params: CartParams,
        querystring: ShippingQuery,
        response: { 200: ShippingRatesAnswer },
      },
    },
    async request => {
      const { cart_id: cartId } = request.params;
      const priced = await onOwnCart(platform, request, cartId, ref => showCart(platform, ref));
      return presentRates(platform, priced, request.query);
    },
  );
}

function presentRates(
  platform: Platform,
  priced: PricedCart,
  { country, region = '' }: { country: string; region?: string },
) {
  const { cart } = priced;
  const { currency } = priced.store;
  const place = { country, region, path: '' };
  const isDigital = cart.lines.every(line => line.isDigital);
  const offers = isDigital ? [] : priceOffers(platform, priced, place);
  const totals = isDigital ? priceDigital(platform, priced, place) : undefined;
  return {
    success: true as const,
    currency,
    weight_grams: weightOf(cart.lines),
    ...(totals && {
      tax: formatMoney(totals.taxMinor, currency),
      total: formatMoney(totals.totalMinor, currency),
    }),
    rates: offers.map(({ priceMinor, totals, ...rate }) => ({
      ...rate,
      price: formatMoney(totals.freeShipping ? 0 : priceMinor, currency),
      tax: formatMoney(totals.taxMinor, currency),
      total: formatMoney(totals.totalMinor, currency),
    })),
  };
}
