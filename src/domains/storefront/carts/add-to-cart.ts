import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
  withReferenceData,
} from '../../../platform/reference-data/index.js';
import { insufficientStock } from '../../inventory/index.js';
import { notSoldHere } from '../../prices/index.js';
import { commitSetting } from '../commit-setting.js';
import { cartOf } from './cart-of.js';
import {
  cartLimit,
  notSold,
  otherStore,
  quantityRefused,
  toCartFailure,
  unknownSku,
} from './errors.js';
import type { PricedCart } from './price-cart.js';
import { goodsOfSku } from './remembered-goods.js';
import { addLine, type CartRef, findGoods, readOwnCart, type StoredCart } from './repository.js';
import { mostSteps, stepsInCart } from './rules.js';
import { storesWithoutPrice } from './stores-without-price.js';

export type NewItem = { sku: string; quantity: number | string; storeId?: string };

/**
 * Adds to the quantity in the cart; undefined if the visit does not own the cart. Stock is reserved
 * later, when the order is opened.
 */
export const addToCart = async (
  platform: Platform,
  ref: CartRef,
  item: NewItem,
): Promise<PricedCart | undefined> =>
  cartOf(platform, ref, await withReferenceData(platform, data => add(platform, data, ref, item)));

async function add(
  platform: Platform,
  data: ReferenceSnapshot,
  ref: CartRef,
  item: NewItem,
): Promise<StoredCart | undefined> {
  const { db, clock } = platform;
  const goods = await goodsOfSku(data, db, item.sku);
  const quantity = stepsInCart(item.quantity, goods?.unit ?? 'piece');
  if (!goods?.isActive || quantity === undefined) return refuse(platform, data, ref, item);
  const unsold = await storesWithoutPrice(platform, data, goods);
  const added = await addLine(
    db,
    ref,
    {
      variantId: goods.variantId,
      isDigital: goods.isDigital,
      quantity,
      most: mostSteps(goods.unit),
      storeId: item.storeId ?? null,
      unsoldStoreIds: unsold.map(store => store.id),
      version: data.version,
      now: clock.now(),
    },
    commitSetting(platform),
  ).catch((error: unknown) => {
    throw toCartFailure(error);
  });
  return added ?? refuse(platform, data, ref, item, unsold);
}

/** Why nothing was added. */
async function refuse(
  { db, clock }: Platform,
  data: ReferenceSnapshot,
  ref: CartRef,
  { sku, quantity, storeId }: NewItem,
  unsold: readonly { id: string; currency: string }[] = [],
): Promise<undefined> {
  const now = clock.now();
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  if (cart.version !== data.version) throw new StaleReferenceData();
  if (storeId !== undefined && storeId.toLowerCase() !== cart.storeId) throw otherStore();
  const goods = await findGoods(db, ref, sku, now);
  const added = stepsInCart(quantity, goods?.unit ?? 'piece');
  if (added === undefined) throw quantityRefused(quantity, goods?.unit ?? 'piece');
  if (goods === undefined) throw unknownSku();
  if (!goods.isActive) throw notSold();
  const store = unsold.find(({ id }) => id === cart.storeId);
  if (store !== undefined) throw notSoldHere([{ field: 'sku', sku }], store.currency);
  const { variantId: variant_id, unit } = goods;
  const wanted = (cart.quantities[cart.variantIds.indexOf(variant_id)] ?? 0) + added;
  if (wanted <= goods.available && wanted > mostSteps(unit)) throw cartLimit(unit);
  const requested = shownQuantity(wanted, unit);
  const available = shownQuantity(goods.available, unit);
  throw insufficientStock([{ variant_id, sku, requested, available }], 'invalid');
}
