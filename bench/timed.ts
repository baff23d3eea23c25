import { ms, type Row } from './bench.js';
import { growthRow } from './growth.js';

type Timing = { scenario: string; measured: string; rounds: number; targetMs: number };

/** Runs one after the other, after a tenth as many that do not count: median and 95th percentile. */
export async function timed(
  { scenario, measured, rounds, targetMs }: Timing,
  run: () => Promise<unknown>,
): Promise<Row> {
  for (let i = 0; i < rounds / 10; i += 1) await run();
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  const p95 = at(0.95);
  const value = `p50 ${ms(at(0.5))}, p95 ${ms(p95)}`;
  const verdict = `p95 < ${targetMs} ms: ${p95 < targetMs ? 'met' : 'missed'}`;
  return { ...growthRow(scenario, measured, value), target: verdict };
}
