import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { notSold, notYourCart, otherStore, toCartFailure, unknownSku } from './errors.js';
import { addLine, type Cart, type CartRef } from './repository.js';

export type Addition = { sku: string; quantity: number; storeId?: string };

/** Adds to the quantity in the cart. Stock is reserved later, when the order is opened. */
export async function addToCart(
  { db, clock }: Platform,
  ref: CartRef,
  { sku, quantity, storeId }: Addition,
): Promise<Cart> {
  const result = await addLine(db, {
    ...ref,
    sku,
    quantity,
    storeId: storeId ?? null,
    now: clock.now(),
  }).catch((error: unknown) => {
    throw toCartFailure(error);
  });
  if (result === undefined) throw notYourCart();
  const { cart, goods, done } = result;
  if (done) return cart;
  if (storeId !== undefined && storeId.toLowerCase() !== cart.storeId) throw otherStore();
  if (goods === undefined) throw unknownSku();
  if (!goods.isActive) throw notSold();
  const inCart = cart.lines.find(line => line.sku === sku)?.quantity ?? 0;
  throw insufficientStock(
    [
      {
        variant_id: goods.variantId,
        sku,
        requested: inCart + quantity,
        available: goods.available,
      },
    ],
    'invalid',
  );
}
