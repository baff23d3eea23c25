import type { Platform } from '../../../platform/platform.js';
import { type Cart, type CartRef, removeLine } from './repository.js';

/** Idempotent: removing an article that is not in the cart succeeds. */
export const removeFromCart = (
  { db, clock }: Platform,
  ref: CartRef,
  sku: string,
): Promise<Cart | undefined> => removeLine(db, ref, sku, clock.now());
