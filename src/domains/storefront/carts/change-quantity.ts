import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { withReferenceData } from '../../../platform/reference-data/index.js';
import { insufficientStock } from '../../inventory/index.js';
import { cartOf } from './cart-of.js';
import { notInCart, notSold, quantityRefused } from './errors.js';
import type { PricedCart } from './price-cart.js';
import { goodsOfSku } from './remembered-goods.js';
import { type CartRef, changeLine, findGoods, readOwnCart } from './repository.js';
import { stepsInCart } from './rules.js';

type Change = { sku: string; quantity: number | string };

/** Sets the quantity of an article in the cart; undefined if the visit does not own the cart. */
export async function changeQuantity(
  platform: Platform,
  ref: CartRef,
  { sku, quantity }: Change,
): Promise<PricedCart | undefined> {
  const { db, clock } = platform;
  const now = clock.now();
  const known = await withReferenceData(platform, data => goodsOfSku(data, db, sku));
  const steps = stepsInCart(quantity, known?.unit ?? 'piece');
  if (known !== undefined && steps !== undefined) {
    const change = { sku, quantity: steps, unit: known.unit, now };
    const changed = await changeLine(db, ref, change);
    if (changed !== undefined) return cartOf(platform, ref, changed);
  }
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  const goods = await findGoods(db, ref, sku, now);
  const unit = goods?.unit ?? 'piece';
  const wanted = stepsInCart(quantity, unit);
  if (wanted === undefined) throw quantityRefused(quantity, unit);
  if (goods === undefined || !cart.variantIds.includes(goods.variantId)) throw notInCart();
  if (!goods.isActive) throw notSold();
  const requested = shownQuantity(wanted, unit);
  const available = shownQuantity(goods.available, unit);
  throw insufficientStock([{ variant_id: goods.variantId, sku, requested, available }], 'invalid');
}
