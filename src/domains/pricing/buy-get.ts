import { type Minor, portion } from '../../platform/money.js';

export const WHOLE_BASIS_POINTS = 10_000;

export type Run = { quantity: number; unitPriceMinor: Minor; leftMinor: Minor };

export type Offer = { buyQuantity: number; getQuantity: number; basisPoints: number };

export type RunShare = { amountMinor: Minor; reached: boolean };

/**
 * Lays all units in a row, the dearest first, and cuts it into groups of `buy + get`; the last
 * `get` units of each group are discounted. Buy 1 get 1 free on prices 100, 100, 1 saves 100, not
 * 1: putting one more thing into the basket never makes the saving smaller.
 *
 * A unit is worth its share of what the line still costs, so that "free" after an earlier
 * discount is free and not less than nothing.
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

/** How many of the first `position` units in the row are discounted. */
function discountedBefore(position: number, { buyQuantity, getQuantity }: Offer): number {
  const group = buyQuantity + getQuantity;
  return Math.floor(position / group) * getQuantity + Math.max(0, (position % group) - buyQuantity);
}

/** Units in groups that earn something: a last group that bought too little earns nothing. */
function earningUnits(units: number, { buyQuantity, getQuantity }: Offer): number {
  const rest = units % (buyQuantity + getQuantity);
  return rest > buyQuantity ? units : units - rest;
}
