import { acknowledged, type Ledger } from '../ledger.js';

const LOOK_EVERY_MS = 5;

/** Notes when acknowledgements arrive, to find the longest time without one. */
export function watchPauses(ledger: Ledger): { sellingMs(): number } {
  const startedAt = performance.now();
  const times = [startedAt];
  let seen = acknowledged(ledger);
  const timer = setInterval(() => {
    const now = acknowledged(ledger);
    if (now > seen) times.push(performance.now());
    seen = now;
  }, LOOK_EVERY_MS);
  return {
    /** From the start until the longest pause ended: answers on their way arrive after a fault too. */
    sellingMs: () => {
      clearInterval(timer);
      return Math.round(endOfLongestPause(times) - startedAt);
    },
  };
}

export function endOfLongestPause(times: readonly number[]): number {
  let [end, longest] = [times[0] ?? 0, 0];
  for (const [at, time] of times.entries()) {
    const pause = time - (times[at - 1] ?? time);
    if (pause > longest) [end, longest] = [time, pause];
  }
  return end;
}
