import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, office, staff, staffOf } from '../access/index.js';
import { eraseCustomer } from './erase-customer.js';
import { exportCustomer } from './export-customer.js';
import { mergeCustomers } from './merge-customers.js';
import { presentCustomer } from './present.js';
import { CustomerAnswer, CustomerParams, ExportAnswer, MergeBody } from './schemas.js';

const tags = ['Customers'];
const config = { access: staff('customer.manage') };

/** Merge, export and erasure: decisions about a person's data, which managers make. */
export function privacyRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/customers/:id/merge/',
    {
      config,
      schema: {
        tags,
        summary: 'Merge another customer into this one',
        description: 'Sales, points, balances, addresses and carts move here; logins there end.',
        headers: IdempotencyHeaders,
        params: CustomerParams,
        body: MergeBody,
        response: { 200: CustomerAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { id } = request.params;
      const { customer_id: merged } = request.body;
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: presentCustomer(await mergeCustomers(platform, caller, id, merged)),
      }));
    },
  );

  app.get(
    '/customers/:id/export/',
    {
      config: { access: office('customer.manage') },
      schema: {
        tags,
        summary: 'Everything that is held about a customer',
        description: 'The export is recorded with the views of the profile.',
        params: CustomerParams,
        response: { 200: ExportAnswer },
      },
    },
    request => exportCustomer(platform, staffOf(request), request.params.id),
  );

  app.post(
    '/customers/:id/erase/',
    {
      config,
      schema: {
        tags,
        summary: 'Erase names, contacts and addresses of a customer; the books stay',
        headers: IdempotencyHeaders,
        params: CustomerParams,
        response: { 200: CustomerAnswer },
      },
    },
    (request, reply) => {
      const { id } = request.params;
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: presentCustomer(await eraseCustomer(platform, id, caller)),
      }));
    },
  );
}
