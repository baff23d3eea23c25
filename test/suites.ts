import { LONGEST_FILES } from './longest-files.js';

/** Every test file of the project. */
export const ALL_TESTS = ['test/**/*.test.ts'];

/**
 * `npm run test:slow`: test files that need another program than Node, start or kill processes, or
 * take longest, without those of `long-files.ts`. `npm test` runs all the others.
 */
export const SLOW_TESTS = [
  // Thousands of random requests.
  'test/fuzz/**/*.test.ts',
  // Chromium.
  'test/browser/**/*.test.ts',
  // Service processes that the tests kill, Redis, a full disk.
  'test/faults/**/*.test.ts',
  // Work that the tests interrupt after each step; clients and databases that stop answering.
  'test/**/crashes.test.ts',
  'test/**/*-crash.test.ts',
  'test/**/*-faults.test.ts',
  'test/platform/silent-database.test.ts',
  'test/platform/slow-clients.test.ts',
  // Databases of earlier releases: each file runs all migrations again.
  'test/platform/upgrade*.test.ts',
  // Several nodes on one Redis.
  'test/cluster/**/*.test.ts',
  'test/**/*nodes.test.ts',
  'test/platform/bus.test.ts',
  'test/platform/cache.test.ts',
  // PostgreSQL servers of their own.
  'test/costs.test.ts',
  'test/platform/several-hosts.test.ts',
  // Many rounds, clients or random cases.
  'test/platform/worker.test.ts',
  'test/access/marks.test.ts',
  'test/races/**/*.test.ts',
  'test/**/races.test.ts',
  'test/analytics/property.test.ts',
  'test/realtime/many-sockets.test.ts',
  'test/people/lock-out.test.ts',
  'test/model/**/*.test.ts',
  // Every change of state against a model of the allowed ones.
  'test/fulfillments/transitions.test.ts',
  'test/returns/transitions.test.ts',
  'test/content/convergence.test.ts',
  ...LONGEST_FILES,
  // curl and a shell.
  'test/examples.test.ts',
  // Assertions about the built screens in dist.
  'test/payments/sandbox-allowed.test.ts',
  'test/screens/pages.test.ts',
  'test/screens/policy.test.ts',
];
