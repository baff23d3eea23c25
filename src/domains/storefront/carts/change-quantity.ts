import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { cartOf } from './cart-of.js';
import { notInCart, notSold } from './errors.js';
import type { PricedCart } from './price-cart.js';
import { type CartRef, changeLine, findGoods, readOwnCart } from './repository.js';

/** Sets the quantity of an article in the cart; undefined if the visit does not own the cart. */
export async function changeQuantity(
  platform: Platform,
  ref: CartRef,
  { sku, quantity }: { sku: string; quantity: number },
): Promise<PricedCart | undefined> {
  const { db, clock } = platform;
  const now = clock.now();
  const changed = await changeLine(db, ref, { sku, quantity, now });
  if (changed !== undefined) return cartOf(platform, ref, changed);
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  const goods = await findGoods(db, ref, sku, now);
  if (goods === undefined || !cart.variantIds.includes(goods.variantId)) throw notInCart();
  if (!goods.isActive) throw notSold();
  const { variantId: variant_id, available } = goods;
  throw insufficientStock([{ variant_id, sku, requested: quantity, available }], 'invalid');
}
