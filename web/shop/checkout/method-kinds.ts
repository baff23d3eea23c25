import type { PaymentMethod } from '../types.js';

/** Whether the shopper pays at a page of the processor, such as PayPal's. */
export const isRedirect = (method: PaymentMethod): boolean => method.card_form?.kind === 'redirect';

/** Whether the page asks for a card. */
export const takesCard = (method: PaymentMethod): boolean =>
  method.method_type === 'card' && !isRedirect(method);
