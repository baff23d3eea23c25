import { isoTime } from '../fields.js';
import type { PromoCode } from './repository.js';

export function presentCode(code: PromoCode) {
  const { promotion_store_ids, ...shown } = code;
  return {
    ...shown,
    remaining_uses: code.usage_limit === null ? null : code.usage_limit - code.used_count,
    starts_at: isoTime(code.starts_at),
    ends_at: isoTime(code.ends_at),
    created_at: code.created_at.toISOString(),
    updated_at: code.updated_at.toISOString(),
  };
}
