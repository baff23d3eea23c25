import type { Platform } from '../../platform/platform.js';
import type { Promotion } from '../pricing/index.js';
import { activePromotions, runningPromotions } from '../promotions/index.js';
import { subjectOfCart } from './carts/lines-repository.js';

/**
 * Promotions for a cart preview. A cart without a code uses the cached list, which may lag 15 s; the
 * order is priced from the database.
 */
export async function previewPromotions(
  platform: Platform,
  { id, storeId, promoCode }: { id: string; storeId: string; promoCode: string | null },
): Promise<Promotion[]> {
  const subjectOf = () => subjectOfCart(platform.db, id);
  if (promoCode === null) return runningPromotions(platform, storeId, subjectOf);
  const at = platform.clock.now();
  const query = { storeId, at, code: promoCode, subject: await subjectOf() };
  return (await activePromotions(platform.db, query)).promotions;
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
