import type { Platform } from '../../../platform/platform.js';
import { pricesFromDatabase, resolvePrices } from '../../prices/index.js';
import type { CartToPrice } from '../../promotions/index.js';
import { cartToPrice, groupOfCart } from './lines-repository.js';

/** The active cart of a visit at the prices of its store, without what the store does not sell. */
export async function pricedCart(
  platform: Platform,
  cartId: string,
  sessionId: string,
): Promise<CartToPrice | undefined> {
  const { db, clock } = platform;
  const cart = await cartToPrice(db, cartId, sessionId);
  if (cart === undefined) return undefined;
  const { storeId, currency, lines } = cart;
  const prices = await resolvePrices(
    platform,
    pricesFromDatabase(db),
    {
      store: { id: storeId, currency },
      customerGroup: () => groupOfCart(db, cartId),
      at: clock.now(),
    },
    lines.map(({ variantId, unitPriceMinor: ownMinor, quantity, stepsPerUnit = 1 }) => ({
      variantId,
      ownMinor,
      quantity: quantity / stepsPerUnit,
    })),
  );
  return {
    storeId,
    currency,
    lines: lines.flatMap((line, index) => {
      const price = prices[index];
      return price === undefined ? [] : { ...line, unitPriceMinor: price.amountMinor };
    }),
  };
}
