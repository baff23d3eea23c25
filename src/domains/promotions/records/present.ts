import { isoTime } from '../fields.js';
import type { PromotionRecord } from './repository.js';

export function presentPromotion(promotion: PromotionRecord) {
  const { scope_kind, scope_ids, ...shown } = promotion;
  return {
    ...shown,
    scope: { kind: scope_kind, ids: scope_ids },
    starts_at: isoTime(promotion.starts_at),
    ends_at: isoTime(promotion.ends_at),
    created_at: promotion.created_at.toISOString(),
    updated_at: promotion.updated_at.toISOString(),
  };
}
