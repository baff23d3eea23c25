import { KINDS } from './load.js';
import type { Minute } from './minute.js';

/** A figure at the beginning and at the end of a soak. */
export type Trend = {
  name: string;
  first: number;
  last: number;
  allowed: number;
  isLevel: boolean;
};

type Rule = { name: string; of: (minute: Minute) => number; factor: number; slack: number };

/** `slack` lets small figures vary: one more millisecond is no trend. */
const RULES: Rule[] = [
  { name: 'memory MB', of: minute => minute.memoryMb, factor: 1.15, slack: 10 },
  { name: 'queue age s', of: minute => minute.queueAge, factor: 1.5, slack: 2 },
  { name: 'dead rows', of: minute => minute.deadRows, factor: 1.5, slack: 20_000 },
  { name: 'work tables MB', of: minute => minute.workTablesMb, factor: 1.5, slack: 4 },
  ...KINDS.map(kind => ({
    name: `p99 ${kind} ms`,
    of: (minute: Minute) => minute.p99[kind],
    factor: 1.5,
    slack: 10,
  })),
];

/**
 * Compares the medians of the first and the last third. The first minute, in which code is compiled
 * and caches are filled, is left out if there are enough others.
 */
export function trendsOf(minutes: readonly Minute[]): Trend[] {
  const counted = minutes.length > 3 ? minutes.slice(1) : minutes;
  const third = Math.max(1, Math.floor(counted.length / 3));
  return RULES.map(({ name, of, factor, slack }) => {
    const first = middle(counted.slice(0, third).map(of));
    const last = middle(counted.slice(-third).map(of));
    const allowed = first * factor + slack;
    return { name, first, last, allowed, isLevel: last <= allowed };
  });
}

function middle(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
