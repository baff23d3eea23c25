import { posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Service } from '../src/app.js';
import { createLog } from '../src/platform/log.js';
import { testConfig } from './support/config.js';
import { cloneDatabase } from './support/service.js';
import { importsOf, isThere, read } from './support/sources.js';

/** Every route that the specification names; docs/api-coverage.md must list each. */
const SPECIFIED = `
POST /pos/auth/terminal-login/
POST /pos/auth/terminal-logout/
POST /pos/transactions/create/
POST /pos/transactions/{transaction_id}/payment/
POST /pos/cash-drawer/
POST /pos/approvals/request/
GET /pos/approvals/status/{request_id}/
GET /pos/health/
WS /ws/pos-gateway/terminal/{terminal_id}/
WS /ws/pos-gateway/manager/{store_id}/
POST /auth/login/
GET /transactions/
GET /transactions/{transactionId}/
POST /transactions/
PATCH /transactions/{transactionId}/
PUT /transactions/{transactionId}/
POST /transactions/{transactionId}/void/
POST /returns/
GET /returns/
GET /line-items/
GET /sale-transactions/
GET /cash-drawer/
GET /fulfillments/
GET /fulfillments/{id}/
GET /tasks/{task_id}/
GET /tasks/delivery-schedules/
GET /stores/{store_code}/dashboard_home/
POST /payments/terminal/connection-token/
POST /payments/terminal/create-payment/
POST /payments/payments/
POST /payments/confirm/
GET /payments/{pk}/
GET /payments/payments/{pk}/
POST /payments/refunds/
GET /payments/webhook/primary/
POST /payments/webhook/primary/
POST /payments/webhook/{processor_type}/
POST /compliance/kyc/kycvendor/webhook/
POST /compliance/kyc/{vendor}/webhook/
GET /integrations/cms-webhook/
POST /integrations/cms-webhook/
POST /integrations/manual-sync/
GET /integrations/manual-sync/
GET /integrations/analytics/sync-health/
GET /integrations/analytics/sync-throughput/
GET /integrations/analytics/webhook-pipeline/
GET /integrations/analytics/revision-health/
POST /web-commerce/session/create/
POST /web-commerce/session/store/
GET /web-commerce/auth/session/
GET /web-commerce/cart/{cart_id}/
POST /web-commerce/cart/{cart_id}/add/
PATCH /web-commerce/cart/{cart_id}/update/
POST /web-commerce/cart/{cart_id}/remove/
POST /web-commerce/cart/{cart_id}/clear/
POST /web-commerce/checkout/initiate/
POST /web-commerce/checkout/complete/
POST /web-commerce/checkout/cancel/
GET /web-commerce/checkout/{checkout_session_id}/status/
GET /web-commerce/payment-methods/
POST /web-commerce/guest-order/
GET /web-commerce/saved-addresses/
GET /health/
POST /auth/register/initiate/
POST /auth/register/verify/
POST /auth/register/resend-otp/
GET /compliance/purchase-limits/status/
POST /compliance/age-verification/
GET /compliance/age-verification/status/
GET /compliance/checks/
GET /campaigns/
GET /campaigns/analytics/summary/
GET /promo-codes/
GET /promo-codes/{code}/
POST /promo-codes/validate/
GET /promo-codes/analytics/performance/
GET /ab-tests/
POST /ab-tests/{id}/record-impression/
POST /ab-tests/{id}/record-conversion/
GET /promotions/
GET /promotions/active/
GET /analytics/commerce/overview/
GET /analytics/commerce/sales/
GET /analytics/commerce/products/
GET /analytics/commerce/hourly-traffic/
GET /analytics/operations/inventory/
GET /analytics/operations/fulfillment/
GET /analytics/operations/procurement/
GET /analytics/people/customers/
GET /analytics/growth/promotions/
GET /analytics/system/infrastructure/
GET /stores/
GET /sites/
GET /tax-jurisdictions/
GET /products/
GET /users/
GET /zones/
GET /procurement/purchase-orders/
GET /cash-management/shifts/
`
  .trim()
  .split('\n');

const ROW = /^\| (\w+) \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm;
const rows = [...read('docs/api-coverage.md').matchAll(ROW)].map(
  ([, method = '', path = '', source = '', test = '']) => ({ method, path, source, test }),
);

const declared: string[] = [];
let service: Service;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
  service = await createService({
    config: testConfig(),
    databaseUrl: database.url,
    log: createLog('silent'),
    background: false,
    onApp: app =>
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) declared.push(`${one} ${url}`);
      }),
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** A declared path as a pattern: `:id` and `:pk(…)` match any one value. */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll(/:\w+(\([^)]*\))?/g, '[^/]+')}/?$`);

/** The text of a test and of the helpers that it imports. */
function textOf(path: string, seen = new Set<string>()): string {
  if (seen.has(path) || !isThere(path)) return '';
  seen.add(path);
  const helpers = importsOf(path).map(({ to }) => posix.normalize(to));
  const texts = helpers.filter(to => to.startsWith('test/')).map(to => textOf(to, seen));
  return [read(path), ...texts].join('\n');
}

describe('docs/api-coverage.md', () => {
  it('has every route that the specification names, once', () => {
    const listed = rows.map(({ method, path }) => `${method} ${path}`);
    expect(SPECIFIED.filter(route => !listed.includes(route))).toEqual([]);
    expect(listed).toEqual([...new Set(listed)]);
  });

  it('names routes that the service has', () => {
    const patterns = declared.map(patternOf);
    const missing = rows
      .map(({ method, path }) => `${method === 'WS' ? 'GET' : method} ${path}`)
      .filter(route => !patterns.some(pattern => pattern.test(route)));
    expect(missing).toEqual([]);
  });

  it('names files that exist: one of a domain, and a test', () => {
    const wrong = rows.filter(
      ({ source, test }) =>
        !(source.startsWith('src/domains/') && isThere(source)) ||
        !(/^test\/.+\.test\.ts$/.test(test) && isThere(test)),
    );
    expect(wrong).toEqual([]);
  });

  it('names tests that contain every segment of the path', () => {
    const texts = new Map(rows.map(({ test }) => [test, textOf(test)]));
    const silent = rows.filter(({ path, test }) => {
      const segments = path.split('/').filter(part => part !== '' && !part.startsWith('{'));
      const text = texts.get(test) ?? '';
      return !segments.every(segment => new RegExp(`(?<![\\w-])${segment}(?![\\w-])`).test(text));
    });
    expect(silent).toEqual([]);
  });
});
