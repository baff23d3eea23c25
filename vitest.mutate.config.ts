import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` runs for every mutant: pure rules, no database. */
export default defineConfig({
  test: {
    include: [
      'test/pricing/*.test.ts',
      'test/platform/money.test.ts',
      'test/platform/idempotency-rules.test.ts',
      'test/webhooks/signature.test.ts',
      'test/webhooks/signature-rules.test.ts',
      'test/inventory/rules.test.ts',
      'test/payments/rules.test.ts',
      'test/returns/rules.test.ts',
      'test/transactions/rules.test.ts',
      'test/storefront/checkout-rules.test.ts',
    ],
    env: { PROPERTY_RUNS: '60' },
    testTimeout: 30_000,
    pool: 'threads',
  },
});
