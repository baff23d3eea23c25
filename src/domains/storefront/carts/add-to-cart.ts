import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { asRefusal, notSold, notYourCart, otherStore, unknownSku } from './errors.js';
import { addLine, type Cart, type CartRef } from './repository.js';

export type Addition = { sku: string; quantity: number; storeId?: string };

/** Adds to what is there already. Nothing is reserved: that happens when the order is placed. */
export async function addToCart(
  { db, clock }: Platform,
  ref: CartRef,
  { sku, quantity, storeId }: Addition,
): Promise<Cart> {
  const put = await addLine(db, {
    ...ref,
    sku,
    quantity,
    storeId: storeId ?? null,
    now: clock.now(),
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
  if (put === undefined) throw notYourCart();
  const { cart, goods, done } = put;
  if (done) return cart;
  if (storeId !== undefined && storeId.toLowerCase() !== cart.storeId) throw otherStore();
  if (goods === undefined) throw unknownSku();
  if (!goods.isActive) throw notSold();
  const held = cart.lines.find(line => line.sku === sku)?.quantity ?? 0;
  throw insufficientStock(
    [
      {
        variant_id: goods.variantId,
        sku,
        requested: held + quantity,
        available: goods.available,
      },
    ],
    'invalid',
  );
}
