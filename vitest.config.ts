import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@tillhouse/client': new URL('packages/client/src/index.ts', import.meta.url).pathname,
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Nothing is mocked, so files of one worker share their imports; that halves the run.
    isolate: false,
    // One more than the cores of a small machine: many tests wait for a server or a browser.
    poolOptions: { forks: { maxForks: 3 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
