import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Combines concurrent calls: items that arrive while a call is in flight go into the next call, up
 * to `most` items. Under load this saves round trips and commits; a single item is sent at once. An
 * error rejects all items of its call.
 */
export function coalesce<Item, Result>(
  most: number,
  call: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
    /** The caller's async context: a call appears in the trace of its first item. */
    origin: AsyncResource;
  };
  const waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      // Includes requests that were read in the same iteration of the event loop.
      await nextIteration();
      const batch = waiting.splice(0, most);
      try {
        const items = batch.map(({ item }) => item);
        const results = (await batch[0]?.origin.runInAsyncScope(() => call(items))) ?? [];
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, origin: new AsyncResource('coalesce') });
      if (!isRunning) void run();
    });
}
