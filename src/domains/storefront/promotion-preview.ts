import type { Platform } from '../../platform/platform.js';
import type { Promotion } from '../pricing/index.js';
import * as promotions from '../promotions/index.js';

type Find = (
  reader: Platform['db'],
  question: { storeId: string; at: Date; code?: string },
) => Promise<Promotion[]>;

/** What runs at the store now, and what the code gives on top of it. */
export const previewPromotions = async (
  { db, clock }: Platform,
  { storeId, promoCode }: { storeId: string; promoCode: string | null },
): Promise<Promotion[]> => {
  const find = (promotions as { activePromotions?: Find }).activePromotions;
  return find ? find(db, { storeId, at: clock.now(), code: promoCode ?? undefined }) : [];
};
