import type { PaymentMethod } from './repository.js';

export function presentPaymentMethod(method: PaymentMethod) {
  const { sanity_rev, synced_at, ...shown } = method;
  return {
    ...shown,
    created_at: method.created_at.toISOString(),
    updated_at: method.updated_at.toISOString(),
  };
}
