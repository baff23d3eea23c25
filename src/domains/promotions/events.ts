import type { Fact } from '../../platform/events/outbox.js';

type Subject = { id: string; sanity_id: string | null };

const about =
  (event: string) =>
  ({ id, sanity_id }: Subject): Fact => ({
    event,
    storeId: null,
    subjectId: id,
    data: { id, sanity_id },
  });

export const campaignSaved = about('campaign.saved');
export const campaignDeleted = about('campaign.deleted');
export const promotionSaved = about('promotion.saved');
export const promotionDeleted = about('promotion.deleted');
export const promoCodeSaved = about('promo_code.saved');
export const promoCodeDeleted = about('promo_code.deleted');
export const abTestSaved = about('ab_test.saved');
export const abTestDeleted = about('ab_test.deleted');
