import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LONG_TESTS } from './test/long-files.js';
import { ALL_TESTS, SLOW_TESTS } from './test/suites.js';
import { LongestFirst } from './test/support/longest-first.js';

/**
 * The tests mock no modules, so the files of a worker share their imports: half of the CPU time.
 * Vitest reads `isolate` from the root for the pool and from the project for each file.
 */
const WORKERS = { pool: 'forks', isolate: false } as const;

type Files = { include: string[]; exclude?: string[] };

/** Long enough for a machine with much other work: a limit ends a hanging test, it measures nothing. */
const PATIENCE = {
  quick: { testTimeout: 60_000, hookTimeout: 180_000, pollMs: 30_000 },
  slow: { testTimeout: 300_000, hookTimeout: 600_000, pollMs: 60_000 },
  long: { testTimeout: 300_000, hookTimeout: 600_000, pollMs: 60_000 },
};

const suite = (name: keyof typeof PATIENCE, files: Files): TestProjectInlineConfiguration => ({
  resolve: {
    alias: {
      '@tillhouse/client': new URL('packages/client/src/index.ts', import.meta.url).pathname,
    },
  },
  test: {
    name,
    ...files,
    ...WORKERS,
    // Validates every recorded event against its schema.
    setupFiles: ['test/support/check-events.ts'],
    // Of each suite, because workers then use the code that their own suite's setup has compiled.
    globalSetup: ['test/support/global-setup.ts'],
    runner: 'test/support/runner.ts',
    expect: { poll: { timeout: PATIENCE[name].pollMs } },
    testTimeout: PATIENCE[name].testTimeout,
    hookTimeout: PATIENCE[name].hookTimeout,
  },
});

export default defineConfig({
  test: {
    ...WORKERS,
    // Three workers for two cores, because tests often wait. minForks equals maxForks because
    // tinypool can terminate an idle worker above the minimum twice, which aborts the run.
    poolOptions: { forks: { minForks: 3, maxForks: 3 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      suite('quick', { include: ALL_TESTS, exclude: [...SLOW_TESTS, ...LONG_TESTS] }),
      suite('slow', { include: SLOW_TESTS, exclude: LONG_TESTS }),
      suite('long', { include: LONG_TESTS }),
    ],
  },
});
