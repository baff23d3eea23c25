import { expect, it } from 'vitest';
import { fuzz } from './fuzz.js';

/** `FUZZ_INPUTS=1000000 FUZZ_SEED=7` for the long run. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 10_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115);

it(`answers ${inputs} strange inputs without a fault (seed ${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const report = await fuzz(seed, inputs);
  console.log(report.byStatus, `heap after each shop: ${report.heapMb.join(', ')} MB`);
  expect(report.faults).toEqual([]);
});
