import type { Platform } from '../../platform/platform.js';
import type { Promotion } from '../pricing/index.js';
import { activePromotions, runningPromotions } from '../promotions/index.js';

/**
 * What a cart would be priced with. Most have no code, and then no question goes to the database;
 * the order itself is priced exactly.
 */
export async function previewPromotions(
  platform: Platform,
  { storeId, promoCode }: { storeId: string; promoCode: string | null },
): Promise<Promotion[]> {
  if (promoCode === null) return runningPromotions(platform, storeId);
  const at = platform.clock.now();
  return (await activePromotions(platform.db, { storeId, at, code: promoCode })).promotions;
}

/** The code as it is kept, if it is good at this store now. */
export async function goodCode(
  { db, clock }: Platform,
  storeId: string,
  typed: string,
): Promise<string | undefined> {
  const { code } = await activePromotions(db, { storeId, at: clock.now(), code: typed });
  return code?.valid ? code.code : undefined;
}
