import { ApiError } from '@tillhouse/client';
import type { Ask } from '../dialogs/approval.js';
import { type Basket, quantityText } from './basket.js';
import { discountOf, isRepriced, type Terms } from './basket-totals.js';
import { minor } from './till-money.js';
import type { StoreSettings } from './types.js';

type Request = Omit<Ask, 'onApproved'>;

/** The request for an approval of all that the cashier takes off a sale. */
export const discountAsk = (
  basket: Basket,
  store: StoreSettings,
  measure: (quantity: number) => string,
  terms?: Terms,
): Request => ({
  requestType: 'discount',
  amountMinor: discountOf(basket, store, terms),
  reason: [...new Set(basket.discounts?.map(({ reason }) => reason))].join(', '),
  details: {
    lines: basket.lines.map(line => `${quantityText(line, measure)} × ${line.good.name}`),
  },
});

/**
 * The request that a refused payment asks for. The till does not know costs, nor that a price or a
 * rate has changed at the service since it got its catalogue: the refusal says what is missing.
 */
export function refusedAsk(problem: unknown, own: Request, basket: Basket): Request | undefined {
  if (!(problem instanceof ApiError) || problem.code !== 'APPROVAL_REQUIRED') return undefined;
  const { request_type: type, amount } = problem.details;
  if (typeof type !== 'string' || typeof amount !== 'string') {
    return isRepriced(basket) ? own : undefined;
  }
  const amountMinor = Math.max(own.amountMinor, minor(amount));
  const isDiscount = isRepriced(basket) && type !== 'tax_variance';
  return isDiscount
    ? { ...own, amountMinor }
    : { ...own, requestType: type, amountMinor, about: 'changed' };
}
