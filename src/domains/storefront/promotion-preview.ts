import type { Platform } from '../../platform/platform.js';
import type { Promotion } from '../pricing/index.js';
import { activePromotions, runningPromotions } from '../promotions/index.js';

/**
 * Promotions for a cart preview. A cart without a code uses the cached list, which may lag 15 s; the
 * order is priced from the database.
 */
export async function previewPromotions(
  platform: Platform,
  { storeId, promoCode }: { storeId: string; promoCode: string | null },
): Promise<Promotion[]> {
  if (promoCode === null) return runningPromotions(platform, storeId);
  const at = platform.clock.now();
  return (await activePromotions(platform.db, { storeId, at, code: promoCode })).promotions;
}

/** The code as stored; undefined if it is not valid at this store now. */
export async function validPromoCode(
  { db, clock }: Platform,
  storeId: string,
  typed: string,
): Promise<string | undefined> {
  const { code } = await activePromotions(db, { storeId, at: clock.now(), code: typed });
  return code?.valid ? code.code : undefined;
}
