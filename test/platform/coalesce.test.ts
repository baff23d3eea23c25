import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coalesce } from '../../src/platform/coalesce.js';

/** Calls that end when the test says so. */
function held(most: number) {
  const calls: { items: number[]; end(error?: Error): void }[] = [];
  const ask = coalesce(most, (items: number[]) => {
    const answer = items.map(item => item * 10);
    return new Promise<number[]>((resolve, reject) => {
      calls.push({ items, end: error => (error ? reject(error) : resolve(answer)) });
    });
  });
  return { ask, calls };
}

it('asks together for what comes while a call is under way', async () => {
  const { ask, calls } = held(10);
  const first = ask(1);
  await turn();
  const later = Promise.all([ask(2), ask(3)]);
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1]]);
  calls[0]?.end();
  expect(await first).toBe(10);
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  calls[1]?.end();
  expect(await later).toEqual([20, 30]);
});

it('asks for no more at once than it may', async () => {
  const ask = coalesce(2, async (items: number[]) => items.map(() => items.length));
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 2, 2, 2, 1]);
});

it('fails for those in the call that failed, and goes on with the rest', async () => {
  const { ask, calls } = held(2);
  const answers = Promise.allSettled([ask(1), ask(2), ask(3)]);
  await turn();
  calls[0]?.end(new Error('away'));
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.end();
  expect((await answers).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});
