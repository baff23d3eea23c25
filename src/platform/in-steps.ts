import { createTurns } from './turns.js';

/** Long work without I/O that yields where other requests may be served in between. */
export type Steps<Result> = Generator<void, Result, void>;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The last work that was started; the next one waits for it. */
let last: Promise<unknown> = Promise.resolve();

/** One work at a time, so that several take no more of a turn than one. */
export function runInSteps<Result>(steps: Steps<Result>): Promise<Result> {
  const result = last.then(() => run(steps));
  last = result.catch(() => undefined);
  return result;
}

async function run<Result>(steps: Steps<Result>): Promise<Result> {
  const turns = createTurns();
  let step = steps.next();
  while (!step.done) {
    if (turns.isOver()) await turns.next();
    step = steps.next();
  }
  return step.value;
}
