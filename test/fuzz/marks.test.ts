import { expect, it } from 'vitest';
import { plantMarks } from './marks/run-marks.js';

/** `npm run fuzz -- --marks --inputs 1000000` for a long run. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 1_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_116);

it(`keeps and shows none of the marks in ${inputs} inputs (seed ${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const start = performance.now();
  const report = await plantMarks(seed, inputs);
  console.log(report.text(seed, (performance.now() - start) / 1_000));
  expect(report.found).toEqual([]);
  for (const kind of ['card', 'password', 'pin', 'token', 'name'] as const) {
    expect(report.planted[kind]).toBeGreaterThan(0);
  }
});
