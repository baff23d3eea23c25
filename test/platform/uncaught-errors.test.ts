import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** A process of its own, because an uncaught error would end the test runner. */
const script = (errors: number): string => `
  import { createLog } from './src/platform/log.ts';
  import { createMetrics } from './src/platform/metrics.ts';
  import { surviveUncaughtErrors } from './src/platform/uncaught-errors.ts';
  const metrics = createMetrics();
  const log = createLog('fatal', { write: () => undefined });
  let restarts = 0;
  surviveUncaughtErrors({ log, metrics, restart: () => { restarts += 1; } });
  for (let i = 0; i < ${errors}; i += 1) {
    setTimeout(() => {
      if (i % 2 === 0) throw new Error('boom');
      void Promise.reject(new Error('boom'));
    });
  }
  setTimeout(async () => console.log(JSON.stringify({ restarts, text: await metrics.metrics() })), 200);
`;

async function survive(errors: number): Promise<{ restarts: number; text: string }> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', script(errors)];
  return JSON.parse((await run(process.execPath, args)).stdout);
}

it('an uncaught error is counted, and the process goes on', async () => {
  const { restarts, text } = await survive(10);
  expect(restarts).toBe(0);
  expect(text).toContain('tillhouse_uncaught_errors_total{kind="exception"} 5');
  expect(text).toContain('tillhouse_uncaught_errors_total{kind="rejection"} 5');
});

it('more than ten within a minute restart the process', async () => {
  expect((await survive(11)).restarts).toBe(1);
});
