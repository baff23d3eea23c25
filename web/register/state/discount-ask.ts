import { ApiError } from '@tillhouse/client';
import { stepsPerUnit } from '../../../src/domains/pricing/index.js';
import { portion } from '../../../src/platform/money.js';
import type { Ask } from './approval-ask.js';
import { type Approval, type Basket, type NamedPrice, quantityText } from './basket.js';
import { discountOf, isRepriced, raisedLines, raisedPrices, type Terms } from './basket-totals.js';
import { minor } from './till-money.js';
import type { StoreSettings } from './types.js';

type Request = Omit<Ask, 'onApproved'>;

/** What lines far above their list price cost above it. */
const raisedBy = (basket: Basket): number =>
  raisedLines(basket).reduce(
    (sum, { good, unitPriceMinor, quantity }) =>
      sum + portion(unitPriceMinor - good.priceMinor, quantity, stepsPerUnit(good.unit)),
    0,
  );

/** The request for an approval of all that the cashier takes off a sale, or puts far above the list. */
export const discountAsk = (
  basket: Basket,
  store: StoreSettings,
  measure: (quantity: number) => string,
  terms?: Terms,
): Request => {
  const prices = raisedPrices(basket);
  return {
    requestType: prices.length > 0 ? 'price_override' : 'discount',
    ...(prices.length > 0 && { about: 'raised' }),
    amountMinor: discountOf(basket, store, terms) + raisedBy(basket),
    reason: [...new Set(basket.discounts?.map(({ reason }) => reason))].join(', '),
    details: {
      lines: basket.lines.map(line => `${quantityText(line, measure)} × ${line.good.name}`),
      // One price is shown to the manager with the request.
      ...(prices.length === 1 && prices[0]),
      ...(prices.length > 0 && { prices }),
    },
  };
};

/** What the sale keeps of an approval. */
export const approvalFor = ({ amountMinor, details }: Request, id: string): Approval => ({
  id,
  amountMinor,
  ...(Array.isArray(details.prices) && { prices: details.prices as NamedPrice[] }),
});

/**
 * The request that a refused payment asks for. The till does not know costs, nor that a price or a
 * rate has changed at the service since it got its catalogue: the refusal says what is missing.
 */
export function refusedAsk(problem: unknown, own: Request, basket: Basket): Request | undefined {
  if (!(problem instanceof ApiError) || problem.code !== 'APPROVAL_REQUIRED') return undefined;
  const { request_type: type, amount, details: named } = problem.details;
  if (typeof type !== 'string' || typeof amount !== 'string') {
    return isRepriced(basket) ? own : undefined;
  }
  const amountMinor = Math.max(own.amountMinor, minor(amount));
  const isDiscount = isRepriced(basket) && type !== 'tax_variance';
  return isDiscount
    ? { ...own, amountMinor }
    : {
        ...own,
        requestType: type,
        amountMinor,
        about: 'changed',
        details: { ...own.details, ...(named as object | undefined) },
      };
}
