import { expect, it } from 'vitest';
import { createPacing } from '../../src/platform/pacing.js';

it('pauses for three times the work while requests run, and for half a second at most', async () => {
  let now = 1_000;
  const pauses: number[] = [];
  const pacing = createPacing({
    now: () => now,
    pause: async ms => {
      pauses.push(ms);
    },
  });
  const work = (ms: number, requests: number) =>
    pacing.run(async () => {
      now += ms;
      for (let n = 0; n < requests; n += 1) pacing.countRequest();
      return ms;
    });
  pacing.countRequest();
  expect(await work(20, 0)).toBe(20);
  expect(pauses).toEqual([]);
  expect(await work(20, 1)).toBe(20);
  await work(30, 5);
  await work(400, 1);
  await work(40, 0);
  expect(pauses).toEqual([60, 90, 500]);

  const failed = pacing.run(async () => {
    now += 10;
    pacing.countRequest();
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(pauses).toEqual([60, 90, 500, 30]);

  const paused = (ms: number) =>
    pacing.run(
      async () => {
        now += ms;
        pacing.countRequest();
      },
      { atLeastMs: 50, atMostMs: 100 },
    );
  await paused(1);
  await paused(20);
  await paused(200);
  expect(pauses.slice(4)).toEqual([50, 60, 100]);
});
