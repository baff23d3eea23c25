import { setImmediate as tick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coalesce } from '../../src/platform/coalesce.js';

/** Calls that end when the test ends them. */
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

it('coalesces what is requested during a call into the next one', async () => {
  const { ask, calls } = held(10);
  const first = ask(1);
  await tick();
  const later = Promise.all([ask(2), ask(3)]);
  await tick();
  expect(calls.map(({ items }) => items)).toEqual([[1]]);
  calls[0]?.end();
  expect(await first).toBe(10);
  await tick();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  calls[1]?.end();
  expect(await later).toEqual([20, 30]);
});

it('limits the size of a call', async () => {
  const ask = coalesce(2, async (items: number[]) => items.map(() => items.length));
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 2, 2, 2, 1]);
});

it('fails the requests of a failed call, and continues with the rest', async () => {
  const { ask, calls } = held(2);
  const answers = Promise.allSettled([ask(1), ask(2), ask(3)]);
  await tick();
  calls[0]?.end(new Error('away'));
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.end();
  expect((await answers).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});
