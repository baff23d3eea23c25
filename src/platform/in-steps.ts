import { setImmediate } from 'node:timers/promises';

/** Long work without I/O. It yields where other requests may be served in between. */
export type Steps<Result> = Generator<void, Result, void>;

/** Other requests wait at most this long, and one step more. */
const MAX_PIECE_MS = 15;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export async function runInSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let startedAt = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - startedAt > MAX_PIECE_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
