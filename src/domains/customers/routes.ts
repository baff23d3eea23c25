import { atomically } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, storeScope } from '../access/index.js';
import { changeCustomer } from './change-customer.js';
import { createCustomer } from './create-customer.js';
import { findCustomer } from './find-customer.js';
import { findCustomers } from './find-customers.js';
import { inviteCustomer } from './invite-customer.js';
import { countList, countRows } from './limit-lists.js';
import { presentCustomer, presentListed } from './present.js';
import { privacyRoutes } from './privacy-routes.js';
import { readProfile } from './read-profile.js';
import { type ListedView, viewsOf } from './repository.js';
import {
  ChangeBody,
  CreateBody,
  CustomerAnswer,
  CustomerParams,
  CustomerQuery,
  ListedAnswer,
  ProfileAnswer,
  ViewAnswer,
  ViewQuery,
} from './schemas.js';

const tags = ['Customers'];

export function routes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  writingRoutes(app, platform);
  invitationRoute(app, platform);
  viewRoute(app, platform);
  privacyRoutes(app, platform);
}

function readingRoutes(app: App, platform: Platform): void {
  const config = { access: staff('customer.read') };
  app.get(
    '/customers/',
    {
      config,
      schema: {
        tags,
        summary: 'Find customers by phone, e-mail address, name or card number',
        description:
          'Without `customer.manage` 600 answers an hour; one of more than 25 customers counts once for each 25.',
        querystring: CustomerQuery,
        response: { 200: Type.Array(ListedAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, search } = request.query;
      const caller = staffOf(request);
      await countList(platform, caller);
      const rows = await findCustomers(platform, caller, request.query, limit + 1);
      const found = page(request, reply, rows, limit, row =>
        search === undefined ? [row.id] : [row.rank, row.distance, row.id],
      );
      await countRows(platform, caller, found.length);
      return found.map(presentListed);
    },
  );

  app.get(
    '/customers/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'The profile of a customer, with points, balances and purchases',
        description: 'Each view of a profile is recorded.',
        params: CustomerParams,
        response: { 200: ProfileAnswer },
      },
    },
    request => readProfile(platform, staffOf(request), request.params.id, request.isComparison),
  );
}

function writingRoutes(app: App, platform: Platform): void {
  const config = { access: staff('customer.write') };
  const idempotency = createIdempotency(platform);
  app.post(
    '/customers/',
    {
      config,
      schema: {
        tags,
        summary: 'Create a customer from a name and one contact',
        headers: IdempotencyHeaders,
        body: CreateBody,
        response: { 201: CustomerAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(platform.db, async tx => {
          const customer = await createCustomer(tx, platform, caller, request.body);
          return settle(tx, 201, presentCustomer(customer));
        }),
      );
    },
  );

  app.patch(
    '/customers/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'Change a customer',
        params: CustomerParams,
        body: ChangeBody,
        response: { 200: CustomerAnswer },
      },
    },
    async request => {
      const { body, params } = request;
      return presentCustomer(await changeCustomer(platform, staffOf(request), params.id, body));
    },
  );
}

function invitationRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/customers/:id/invite/',
    {
      config: { access: staff('customer.write') },
      schema: {
        tags,
        summary: 'Mail a customer a link that opens the account in the web shop, within seven days',
        headers: IdempotencyHeaders,
        params: CustomerParams,
        response: { 200: CustomerAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        inviteCustomer(platform, caller, request.params.id, (tx, customer) =>
          settle(tx, 200, presentCustomer(customer)),
        ),
      );
    },
  );
}

function viewRoute(app: App, { db }: Platform): void {
  app.get(
    '/customers/:id/views/',
    {
      config: { access: staff('customer.manage') },
      schema: {
        tags,
        summary: 'Who viewed or exported the data of a customer, newest first',
        description: 'Views at the stores of the caller.',
        params: CustomerParams,
        querystring: ViewQuery,
        response: { 200: Type.Array(ViewAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const customer = await findCustomer(db, request.params.id);
      const stores = storeScope(staffOf(request));
      const rows = await viewsOf(db, customer.id, stores, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentView);
    },
  );
}

const presentView = (view: ListedView) => ({
  id: view.id,
  kind: view.kind,
  viewer: view.viewer_id === null ? null : { id: view.viewer_id, name: view.viewer_name },
  store: view.store_id,
  terminal_id: view.terminal_id,
  viewed_at: view.viewed_at.toISOString(),
});
