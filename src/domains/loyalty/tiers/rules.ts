import { type Minor, minor } from '../../../platform/money.js';

export type Tier = {
  id: string;
  name: string;
  currency: string;
  minimum_spend: string;
  /** Times the points of the store, with two decimals. */
  earning_factor: string;
};

export type Spend = { currency: string; amount: string };

/** The tier with the highest factor that the spend of some currency reaches; currencies are never added. */
export function tierFor(tiers: readonly Tier[], spends: readonly Spend[]): Tier | null {
  const spentIn = new Map(
    spends.map(({ currency, amount }) => [currency, minor(amount, currency)]),
  );
  const reached = tiers.filter(tier => reaches(tier, spentIn.get(tier.currency) ?? 0));
  return (
    reached.sort(
      (a, b) => factorE2(b) - factorE2(a) || Number(b.minimum_spend) - Number(a.minimum_spend),
    )[0] ?? null
  );
}

const reaches = (tier: Tier, spentMinor: Minor): boolean =>
  spentMinor >= minor(tier.minimum_spend, tier.currency);

/** The factor in hundredths, so that 1.15 stays exact. */
export const factorE2 = ({ earning_factor }: Pick<Tier, 'earning_factor'>): number =>
  Math.round(Number(earning_factor) * 100);
