import type { Platform } from '../../platform/platform.js';
import type { Promotion } from '../pricing/index.js';

export const previewPromotions = async (
  _platform: Platform,
  _cart: { storeId: string; promoCode: string | null },
): Promise<Promotion[]> => [];
