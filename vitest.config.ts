import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

export default defineConfig({
  resolve: {
    alias: {
      '@tillhouse/client': new URL('packages/client/src/index.ts', import.meta.url).pathname,
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Validates every recorded event against its schema.
    setupFiles: ['test/support/check-events.ts'],
    pool: 'forks',
    // Nothing is mocked, so files of one worker share their imports; that halves the run.
    isolate: false,
    // Three for two cores, since much of a run is waiting. As many at least: tinypool ends an idle
    // worker above the minimum twice, and the run with it.
    poolOptions: { forks: { minForks: 3, maxForks: 3 } },
    sequence: { sequencer: LongestFirst },
    // A second, as is the default, is short for a job on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
