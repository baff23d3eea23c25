import { LONGEST_FILES } from './longest-files.js';

/** Every test file of the project. */
export const ALL_TESTS = ['test/**/*.test.ts'];

/**
 * `npm run test:slow`: test files that need another program than Node, start or kill processes, or
 * take longest. `npm test` runs all the others.
 */
export const SLOW_TESTS = [
  // Thousands of random requests.
  'test/fuzz/**/*.test.ts',
  // Chromium.
  'test/browser/**/*.test.ts',
  // PostgreSQL processes that the tests kill; some need root.
  'test/platform/embedded-postgres*.test.ts',
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
  // `npm start` and the command-line tools.
  'test/ops/backup-while-selling.test.ts',
  'test/ops/bundle.test.ts',
  'test/ops/drill.test.ts',
  'test/ops/endpoint-document.test.ts',
  'test/ops/explain.test.ts',
  'test/ops/package.test.ts',
  'test/ops/start.test.ts',
  'test/ops/tools.test.ts',
  // Several nodes on one Redis.
  'test/cluster/**/*.test.ts',
  'test/**/*nodes.test.ts',
  'test/platform/bus.test.ts',
  'test/platform/cache.test.ts',
  // PostgreSQL servers of their own.
  'test/costs.test.ts',
  'test/platform/several-hosts.test.ts',
  // pgbench.
  'test/ops/minimal-shop.test.ts',
  // Many rounds, clients or random cases.
  'test/platform/worker.test.ts',
  'test/access/marks.test.ts',
  'test/ops/backup.test.ts',
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
  // Java.
  'test/platform/generated-clients.test.ts',
  // pdftotext.
  'test/receipts/formats.test.ts',
  // Assertions about the built screens in dist.
  'test/payments/sandbox-allowed.test.ts',
  'test/screens/pages.test.ts',
  'test/screens/policy.test.ts',
];
