/**
 * Adds jobs until each is accepted. graphile-worker silently drops a job if another one with its key
 * starts at that moment, although the running job cannot see what this transaction has written. A
 * dropped job is added again: by then graphile-worker sees that the other one runs, and accepts a
 * second. `add` returns the keys of the jobs that were accepted.
 */
export async function addDroppedAgain<Job extends { key?: string }>(
  jobs: readonly Job[],
  add: (jobs: readonly Job[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let waiting = jobs;
  while (waiting.length > 0) {
    const accepted = await add(waiting);
    waiting = waiting.filter(({ key }) => key !== undefined && !accepted.has(key));
  }
}
