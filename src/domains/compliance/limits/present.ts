import { isExceeded } from './check-purchase-limits.js';
import type { LimitUse, PurchaseLimit } from './repository.js';

const fieldsOf = (limit: PurchaseLimit) => ({
  id: limit.id,
  name: limit.name,
  store: limit.store_id,
  variant_id: limit.variant_id,
  product_id: limit.product_id,
  category_id: limit.category_id,
  everything: limit.everything,
  max_quantity: limit.max_quantity,
  period: limit.period,
});

export const presentLimit = (limit: PurchaseLimit) => ({
  ...fieldsOf(limit),
  is_active: limit.is_active,
  created_at: limit.created_at.toISOString(),
  updated_at: limit.updated_at.toISOString(),
});

export const presentUse = (use: LimitUse) => ({
  ...fieldsOf(use),
  purchased: use.purchased,
  in_cart: use.requested,
  remaining: Math.max(0, use.max_quantity - use.purchased - use.requested),
  exceeded: isExceeded(use),
});
