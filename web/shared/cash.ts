import { formatMoney, minor } from '../../src/platform/money.js';

/** What changed hands for a payment or a refund: its amount with the cash rounding and the tip. */
export const cashOf = (
  { amount, rounding, tip }: { amount: string; rounding?: string; tip?: string },
  currency: string,
): string =>
  formatMoney(
    minor(amount, currency) + minor(rounding ?? '0.00', currency) + minor(tip ?? '0.00', currency),
    currency,
  );

/** The step of a store's cash rounding in minor units; 0 is none. */
export const cashStepOf = ({
  cashRounding,
  currency,
}: {
  cashRounding?: string;
  currency: string;
}): number =>
  cashRounding === undefined || cashRounding === 'none' ? 0 : minor(cashRounding, currency);
