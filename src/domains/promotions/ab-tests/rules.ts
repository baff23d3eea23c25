import { createHash } from 'node:crypto';
import { conflict, type Failure, invalidField } from '../../../platform/http/failure.js';

export const AB_STATUSES = ['draft', 'running', 'paused', 'completed'] as const;
export type AbStatus = (typeof AB_STATUSES)[number];

export const AB_MOVES: Record<AbStatus, readonly AbStatus[]> = {
  draft: ['running'],
  running: ['paused', 'completed'],
  paused: ['running', 'completed'],
  completed: [],
};

export const refuseMove = (from: AbStatus, to: AbStatus): Failure | undefined =>
  AB_MOVES[from].includes(to)
    ? undefined
    : conflict('INVALID_STATE', `This test cannot go from ${from} to ${to}.`, { status: from });

export type Variant = {
  name: string;
  weight: number;
  /** Applies to the subjects of this variant alone, while the test runs. */
  promotion_id?: string;
};

export function refuseVariants(variants: readonly Variant[]): Failure | undefined {
  const names = new Set(variants.map(variant => variant.name));
  return names.size === variants.length
    ? undefined
    : invalidField('variants', 'Two variants have the same name.');
}

/** The promotion of the variant that the subject is assigned to. */
export function promotionFor(
  test: { id: string; variants: readonly Variant[] },
  subjectKey: string,
): string | undefined {
  const assigned = variantFor(test, subjectKey);
  return test.variants.find(({ name }) => name === assigned)?.promotion_id;
}

/** 48 bits, so that the bias of the modulo is negligible for any sum of weights. */
const HASH_BYTES = 6;

/**
 * Picks a variant by weight from a hash of test and subject. A subject gets the same variant on
 * every node without a stored row, and an independent variant in another test.
 */
export function variantFor(
  test: { id: string; variants: readonly Variant[] },
  subjectKey: string,
): string {
  const hash = createHash('sha256').update(`${test.id}\n${subjectKey}`).digest();
  const total = test.variants.reduce((sum, variant) => sum + variant.weight, 0);
  let draw = hash.readUIntBE(0, HASH_BYTES) % total;
  for (const { name, weight } of test.variants) {
    if (draw < weight) return name;
    draw -= weight;
  }
  throw new RangeError('the draw exceeds the sum of the weights');
}

export type Tally = { impressions: number; conversions: number };

export const rateOf = ({ impressions, conversions }: Tally): number =>
  impressions === 0 ? 0 : conversions / impressions;

export type Interval = { low: number; high: number };

export type Comparison = {
  /** The variant's rate minus the baseline's, with its 95 % confidence interval. */
  difference: number;
  difference_interval: Interval;
  lift_percent: number | null;
  lift_interval_percent: Interval | null;
  z: number | null;
  p_value: number | null;
  is_significant: boolean;
};

/** 95 % of a normal distribution lie within this many standard deviations. */
const Z_95 = 1.959964;
const SIGNIFICANCE = 0.05;

/**
 * A pooled two-proportion z-test of a variant against the baseline. The difference has a Wald
 * interval; the lift has the interval of the log ratio of the rates. Null without impressions on
 * one side. Without variance (no or all subjects converted) `z` and `p_value` are null.
 */
export function compareTallies(baseline: Tally, variant: Tally): Comparison | null {
  const [n1, n2] = [baseline.impressions, variant.impressions];
  if (n1 === 0 || n2 === 0) return null;
  const [p1, p2] = [rateOf(baseline), rateOf(variant)];
  const difference = p2 - p1;
  const spread = Z_95 * Math.sqrt((p1 * (1 - p1)) / n1 + (p2 * (1 - p2)) / n2);
  const pooled = (baseline.conversions + variant.conversions) / (n1 + n2);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
  const z = deviation === 0 ? null : difference / deviation;
  const pValue = z === null ? null : 2 * (1 - normalBelow(Math.abs(z)));
  return {
    difference: rounded(difference, 6),
    difference_interval: interval(difference - spread, difference + spread, 6),
    lift_percent: p1 === 0 ? null : rounded((p2 / p1 - 1) * 100, 2),
    lift_interval_percent: liftInterval(baseline, variant),
    z: z === null ? null : rounded(z, 4),
    p_value: pValue === null ? null : rounded(pValue, 6),
    is_significant: pValue !== null && pValue < SIGNIFICANCE,
  };
}

function liftInterval(baseline: Tally, variant: Tally): Interval | null {
  const [p1, p2] = [rateOf(baseline), rateOf(variant)];
  if (p1 === 0 || p2 === 0) return null;
  const ratio = Math.log(p2 / p1);
  const spread = Z_95 * Math.sqrt((1 - p1) / baseline.conversions + (1 - p2) / variant.conversions);
  const percent = (logarithm: number): number => (Math.exp(logarithm) - 1) * 100;
  return interval(percent(ratio - spread), percent(ratio + spread), 2);
}

const interval = (low: number, high: number, digits: number): Interval => ({
  low: rounded(low, digits),
  high: rounded(high, digits),
});

/** Adding 0 turns -0 into 0; JSON writes both as 0, but comparisons distinguish them. */
export const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits + 0;

/** The part of a normal distribution below z ≥ 0 (Zelen and Severo; error below 7.5e-8). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - density * series;
}
