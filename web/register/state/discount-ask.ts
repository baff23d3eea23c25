import type { Ask } from '../dialogs/approval.js';
import { type Basket, discountOf, quantityText, type Terms } from './basket.js';
import type { StoreSettings } from './types.js';

/** The request for an approval of all that the cashier takes off a sale. */
export const discountAsk = (
  basket: Basket,
  store: StoreSettings,
  measure: (quantity: number) => string,
  terms?: Terms,
): Omit<Ask, 'onApproved'> => ({
  requestType: 'discount',
  amountMinor: discountOf(basket, store, terms),
  details: {
    lines: basket.lines.map(line => `${quantityText(line, measure)} × ${line.good.name}`),
  },
});
