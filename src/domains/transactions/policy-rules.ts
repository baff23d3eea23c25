import { type Minor, minor } from '../../platform/money.js';
import { stepsPerUnit } from '../../platform/quantity.js';
import type { SellingStore } from '../stores/index.js';
import type { NewLine } from './ring-up/new-sale-repository.js';
import type { Assessment } from './ring-up/ring-up-sale.js';

type Terms = Pick<SellingStore, 'approvalPolicy' | 'pricesIncludeTax' | 'currency'>;

const HUNDRED = 100;

/**
 * Whether the cashier lowers a line by more than the store's percentage, or below its cost. Promotions
 * alone never do: they are the store's own decision.
 */
export function exceedsPolicy(
  store: Terms,
  { lowered, given }: Pick<Assessment, 'lowered' | 'given'>,
  lines: readonly NewLine[],
): boolean {
  const { discount_percent_above: percent, below_cost: guardsCost } = store.approvalPolicy;
  const loweredBy = sumByLine(lowered.map(({ line, amountMinor }) => [line, amountMinor]));
  const givenOn = sumByLine(
    given.flatMap(({ shares }) =>
      shares.map(({ key, amountMinor }): [number, Minor] => [Number(key), amountMinor]),
    ),
  );
  return lines.some((line, index) => {
    const offMinor = (loweredBy.get(index) ?? 0) + (givenOn.get(index) ?? 0);
    if (offMinor <= 0) return false;
    const regularMinor = minor(line.subtotal, store.currency) + (loweredBy.get(index) ?? 0);
    const isLarge = percent !== undefined && offMinor * HUNDRED > regularMinor * percent;
    return isLarge || (guardsCost === true && isBelowCost(store, line));
  });
}

function sumByLine(amounts: readonly [line: number, amountMinor: Minor][]): Map<number, Minor> {
  const sums = new Map<number, Minor>();
  for (const [line, amountMinor] of amounts) sums.set(line, (sums.get(line) ?? 0) + amountMinor);
  return sums;
}

/** A cost in another currency is not compared. */
function isBelowCost(store: Terms, line: NewLine): boolean {
  if (line.cost_at_sale === null || line.cost_currency !== store.currency) return false;
  const amount = (text: string): Minor => minor(text, store.currency);
  const paidMinor = amount(line.subtotal) - amount(line.discount);
  const netMinor = store.pricesIncludeTax ? paidMinor - amount(line.tax) : paidMinor;
  return netMinor * stepsPerUnit(line.unit) < amount(line.cost_at_sale) * line.quantity;
}
