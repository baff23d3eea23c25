import type { PaymentMethod } from './repository.js';

export function presentPaymentMethod(method: PaymentMethod) {
  return {
    ...method,
    created_at: method.created_at.toISOString(),
    updated_at: method.updated_at.toISOString(),
  };
}
