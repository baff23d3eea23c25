import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { type PriceBuyer, type PriceSource, resolvePrices } from '../../prices/index.js';
import type { CartLine, UnpricedCart } from './repository.js';

/** The lines of a cart at the prices of its store. */
export async function atStorePrices(
  platform: Pick<Platform, 'config'>,
  source: PriceSource,
  buyer: PriceBuyer,
  lines: UnpricedCart['lines'],
): Promise<CartLine[]> {
  const prices = await resolvePrices(
    platform,
    source,
    buyer,
    lines.map(({ variantId, ownPriceMinor, quantity, unit }) => ({
      variantId,
      ownMinor: ownPriceMinor,
      quantity: shownQuantity(quantity, unit),
    })),
  );
  return lines.map((line, index) => {
    const price = prices[index];
    return { ...line, unitPriceMinor: price?.amountMinor ?? 0, isSoldHere: price !== undefined };
  });
}
