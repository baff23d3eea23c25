import { expect, it } from 'vitest';
import { fuzz } from './fuzz.js';

/** `FUZZ_INPUTS=1000000 FUZZ_SEED=7` for a long run. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 3_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115);

it(`answers ${inputs} random inputs without a server error (seed ${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const start = performance.now();
  const report = await fuzz(seed, inputs);
  console.log(report.text(seed, (performance.now() - start) / 1_000));
  expect(report.faults).toEqual([]);
});
