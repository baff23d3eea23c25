/**
 * The pause after a number of attempts, in milliseconds; undefined when that was the last one.
 * `chance` places a pause with jitter between its shortest (0) and its longest (1).
 */
export type BackOff = (attempts: number, chance?: number) => number | undefined;

export type ExponentialOptions = {
  /** The pause after the first attempt. */
  firstMs: number;
  factor: number;
  longestMs: number;
  /** Unset: never gives up. */
  maxAttempts?: number;
  /** 0.2 spreads pauses by a fifth either way, so that rows that failed together come back apart. */
  jitter?: number;
};

/** `firstMs`, `firstMs × factor`, `firstMs × factor²`, … up to `longestMs`. */
export function exponential(options: ExponentialOptions): BackOff {
  const { firstMs, factor, longestMs, maxAttempts = Number.POSITIVE_INFINITY } = options;
  const spread = withJitter(options.jitter);
  return (attempts, chance) =>
    attempts >= maxAttempts
      ? undefined
      : spread(Math.min(longestMs, firstMs * factor ** Math.max(attempts - 1, 0)), chance);
}

/** One pause per attempt; gives up after the last. */
export function steps(pausesMs: readonly number[], jitter = 0): BackOff {
  const spread = withJitter(jitter);
  return (attempts, chance) => {
    const pauseMs = pausesMs[Math.max(attempts, 1) - 1];
    return pauseMs === undefined ? undefined : spread(pauseMs, chance);
  };
}

/** The same pause after every attempt, without an end. */
export const constant =
  (pauseMs: number): BackOff =>
  () =>
    pauseMs;

const withJitter =
  (jitter = 0) =>
  (ms: number, chance = Math.random()): number =>
    jitter === 0 ? ms : Math.round(ms * (1 - jitter + 2 * jitter * chance));
