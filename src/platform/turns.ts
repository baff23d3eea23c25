import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well below the 100 ms that no request may hold up the others. */
const LONGEST_TURN_MS = 15;

/** Long work in one process, in turns: requests that wait are answered in between. */
export type Turns = {
  isOver(): boolean;
  next(): Promise<void>;
};

export function createTurns(): Turns {
  let started = performance.now();
  return {
    isOver: () => performance.now() - started > LONGEST_TURN_MS,
    next: async () => {
      await nextTurn();
      started = performance.now();
    },
  };
}
