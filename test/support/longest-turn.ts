import { setImmediate as nextTurn } from 'node:timers/promises';

export type Turn<T> = { value: T; longestMs: number };

/**
 * Runs work and measures the longest piece of processor time for which nothing else had its turn.
 * Work of other processes does not count, except what threads of this process do beside it.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<Turn<T>> {
  let longestMs = 0;
  let isDone = false;
  let last = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.cpuUsage();
  };
  const watch = async (): Promise<void> => {
    while (!isDone) {
      await nextTurn();
      look();
    }
  };
  await nextTurn();
  last = process.cpuUsage();
  const watching = watch();
  try {
    const value = await work();
    look();
    return { value, longestMs };
  } finally {
    isDone = true;
    await watching;
  }
}
