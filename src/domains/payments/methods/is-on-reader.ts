import type { PaymentMethod } from './repository.js';

/** Whether the till's reader charges this tender, not the request that names it. */
export const isOnReader = (
  method: PaymentMethod | undefined,
  tender: { reference?: string; processor_transaction_id?: string },
): boolean =>
  method?.is_active === true &&
  method.method_type === 'card' &&
  method.processor_type !== null &&
  !method.requires_reference &&
  tender.reference === undefined &&
  tender.processor_transaction_id === undefined;
