import { type Minor, portion } from '../../platform/money.js';

export const WHOLE_BASIS_POINTS = 10_000;

export type Run = { quantity: number; unitPriceMinor: Minor; leftMinor: Minor };

export type Offer = { buyQuantity: number; getQuantity: number; basisPoints: number };

export type RunShare = { amountMinor: Minor; reached: boolean };

/**
 * Sorts all units by price, highest first, and splits them into groups of `buy + get`; the last
 * `get` units of each group are discounted. Buy 1 get 1 free on prices 100, 100, 1 saves 100, not
 * 1: adding an item never lowers the discount.
 *
 * A unit's value is its share of the line's remaining price, so that a free unit after an earlier
 * discount costs zero and never less.
 */
export function buyGetShares(runs: readonly Run[], offer: Offer): RunShare[] {
  const shares: RunShare[] = runs.map(() => ({ amountMinor: 0, reached: false }));
  const units = runs.reduce((sum, run) => sum + run.quantity, 0);
  const earning = earningUnits(units, offer);
  const dearestFirst = runs
    .map((run, index) => ({ run, index }))
    .sort((a, b) => b.run.unitPriceMinor - a.run.unitPriceMinor);
  let start = 0;
  for (const { run, index } of dearestFirst) {
    const end = start + run.quantity;
    const discounted = discountedBefore(end, offer) - discountedBefore(start, offer);
    shares[index] = {
      amountMinor: portion(
        run.leftMinor,
        BigInt(discounted) * BigInt(offer.basisPoints),
        BigInt(run.quantity) * BigInt(WHOLE_BASIS_POINTS),
      ),
      reached: start < earning,
    };
    start = end;
  }
  return shares;
}

/** The number of discounted units among the first `position`. */
function discountedBefore(position: number, { buyQuantity, getQuantity }: Offer): number {
  const group = buyQuantity + getQuantity;
  return Math.floor(position / group) * getQuantity + Math.max(0, (position % group) - buyQuantity);
}

/** Units in groups with a discount; an incomplete last group may have none. */
function earningUnits(units: number, { buyQuantity, getQuantity }: Offer): number {
  const rest = units % (buyQuantity + getQuantity);
  return rest > buyQuantity ? units : units - rest;
}
