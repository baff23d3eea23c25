import type { Platform } from '../../../platform/platform.js';
import { insufficientStock } from '../../inventory/index.js';
import { notSold, otherStore, toCartFailure, unknownSku } from './errors.js';
import { addLine, type Cart, type CartRef, findGoods, readOwnCart } from './repository.js';

export type Addition = { sku: string; quantity: number; storeId?: string };

/**
 * Adds to the quantity in the cart; undefined if the visit does not own the cart. Stock is reserved
 * later, when the order is opened.
 */
export async function addToCart(
  platform: Platform,
  ref: CartRef,
  addition: Addition,
): Promise<Cart | undefined> {
  const { sku, quantity, storeId } = addition;
  const now = platform.clock.now();
  const added = await addLine(platform.db, ref, {
    sku,
    quantity,
    storeId: storeId ?? null,
    now,
  }).catch((error: unknown) => {
    throw toCartFailure(error);
  });
  return added ?? refuseAddition(platform, ref, addition);
}

/** Why nothing was added. */
async function refuseAddition(
  { db, clock }: Platform,
  ref: CartRef,
  { sku, quantity, storeId }: Addition,
): Promise<undefined> {
  const now = clock.now();
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  if (storeId !== undefined && storeId.toLowerCase() !== cart.storeId) throw otherStore();
  const goods = await findGoods(db, ref, sku, now);
  if (goods === undefined) throw unknownSku();
  if (!goods.isActive) throw notSold();
  const inCart = cart.lines.find(line => line.sku === sku)?.quantity ?? 0;
  const { variantId: variant_id, available } = goods;
  throw insufficientStock(
    [{ variant_id, sku, requested: inCart + quantity, available }],
    'invalid',
  );
}
