import { AsyncResource } from 'node:async_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Makes one call of many: what is asked for while a call is under way is asked for together in the
 * next. Under load that saves round trips and commits; who comes alone waits for nobody. A call
 * that fails has failed for everybody in it.
 */
export function coalesce<Item, Result>(
  most: number,
  call: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
    /** Where it was asked for: a call shows in the trace of the first in it. */
    origin: AsyncResource;
  };
  const waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that were read in the same turn of the event loop come along.
      await endOfTurn();
      const together = waiting.splice(0, most);
      try {
        const items = together.map(({ item }) => item);
        const results = (await together[0]?.origin.runInAsyncScope(() => call(items))) ?? [];
        for (const [index, result] of results.entries()) together[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of together) reject(error);
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
