export const EXCEPTION_KINDS = ['voids', 'discounts', 'drawer_openings', 'refunds'] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** What one person did at one store; `amountMinor` in the currency of the store. */
export type Exceptions = Record<ExceptionKind, { count: number; amountMinor: number }>;

export type Cashier = { employeeId: string; sales: number; exceptions: Exceptions };

export type Rate = {
  /** Null without sales: a manager who voids sales of others rings up none. */
  per100Sales: number | null;
  /** Times the median of the store; null if the median is 0 or there is no rate. */
  ratio: number | null;
};

/** Twice the median is unusual, but one or two cases never are. */
const UNUSUAL_RATIO = 2;
const UNUSUAL_COUNT = 3;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function medianOf(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const rateOf = ({ sales, exceptions }: Cashier, kind: ExceptionKind): number | null =>
  sales === 0 ? null : (exceptions[kind].count * 100) / sales;

/** The median rate of those who sold anything at the store. */
export const medianRate = (cashiers: readonly Cashier[], kind: ExceptionKind): number =>
  rounded(medianOf(cashiers.map(cashier => rateOf(cashier, kind)).filter(rate => rate !== null)));

export function compare(cashier: Cashier, kind: ExceptionKind, median: number): Rate {
  const rate = rateOf(cashier, kind);
  return {
    per100Sales: rate === null ? null : rounded(rate),
    ratio: rate === null || median === 0 ? null : rounded(rate / median),
  };
}

/** At least three cases, and at least twice the median unless the median is 0. */
export const isUnusual = (count: number, { per100Sales, ratio }: Rate): boolean =>
  count >= UNUSUAL_COUNT && per100Sales !== null && (ratio === null || ratio >= UNUSUAL_RATIO);
