import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { notInCart, notSold, notYourCart } from './errors.js';
import { type Cart, type CartRef, changeLine } from './repository.js';

/** Sets the quantity of an article in the cart. */
export async function changeQuantity(
  { db, clock }: Platform,
  ref: CartRef,
  { sku, quantity }: { sku: string; quantity: number },
): Promise<Cart> {
  const result = await changeLine(db, { ...ref, sku, quantity, now: clock.now() });
  if (result === undefined) throw notYourCart();
  const { cart, goods, done } = result;
  if (done) return cart;
  if (goods === undefined || !cart.lines.some(line => line.sku === sku)) throw notInCart();
  if (!goods.isActive) throw notSold();
  throw insufficientStock(
    [{ variant_id: goods.variantId, sku, requested: quantity, available: goods.available }],
    'invalid',
  );
}
