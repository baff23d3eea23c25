import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { notInCart, notSold } from './errors.js';
import { type Cart, type CartRef, changeLine, findGoods, readOwnCart } from './repository.js';

/** Sets the quantity of an article in the cart; undefined if the visit does not own the cart. */
export async function changeQuantity(
  { db, clock }: Platform,
  ref: CartRef,
  { sku, quantity }: { sku: string; quantity: number },
): Promise<Cart | undefined> {
  const now = clock.now();
  const changed = await changeLine(db, ref, { sku, quantity, now });
  if (changed !== undefined) return changed;
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  const goods = await findGoods(db, ref, sku, now);
  if (goods === undefined || !cart.lines.some(line => line.sku === sku)) throw notInCart();
  if (!goods.isActive) throw notSold();
  const { variantId: variant_id, available } = goods;
  throw insufficientStock([{ variant_id, sku, requested: quantity, available }], 'invalid');
}
