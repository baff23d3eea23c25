/** A random number generator whose sequence depends only on its seed. */
export type Dice = {
  /** From 0 up to, but not including, 1. */
  roll(): number;
  chance(part: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
};

/** The mulberry32 generator: fast, and random enough for tests. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    chance: part => roll() < part,
    between,
    pick: items => items[Math.floor(roll() * items.length)] as never,
  };
}
