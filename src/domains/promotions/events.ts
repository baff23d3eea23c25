import { Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type Row = { id: string; sanity_id: string | null };

const RecordData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });

const about = ({ id, sanity_id }: Row) => ({
  storeId: null,
  subjectId: id,
  data: { id, sanity_id },
});

export const campaignSaved = defineEvent(
  'campaign.saved',
  {
    summary: 'A campaign was created, changed, started or ended.',
    data: RecordData,
    webhook: true,
  },
  about,
);
export const campaignDeleted = defineEvent(
  'campaign.deleted',
  { summary: 'A campaign was deleted.', data: RecordData, webhook: true },
  about,
);

export const promotionSaved = defineEvent(
  'promotion.saved',
  { summary: 'A promotion was created or changed.', data: RecordData, webhook: true },
  about,
);
export const promotionDeleted = defineEvent(
  'promotion.deleted',
  { summary: 'A promotion was deleted.', data: RecordData, webhook: true },
  about,
);

export const promoCodeSaved = defineEvent(
  'promo_code.saved',
  { summary: 'A promo code was created or changed.', data: RecordData, webhook: true },
  about,
);
export const promoCodeDeleted = defineEvent(
  'promo_code.deleted',
  { summary: 'A promo code was deleted.', data: RecordData, webhook: true },
  about,
);

export const abTestSaved = defineEvent(
  'ab_test.saved',
  { summary: 'An A/B test was created or changed.', data: RecordData, webhook: true },
  about,
);
export const abTestDeleted = defineEvent(
  'ab_test.deleted',
  { summary: 'An A/B test was deleted.', data: RecordData, webhook: true },
  about,
);
