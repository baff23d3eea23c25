import { notFound } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, storeScope } from '../access/index.js';
import { entriesOfAccount, shownAccount } from './account-repository.js';
import {
  AccountAnswer,
  AccountParams,
  BlockBody,
  CodeQuery,
  EntryAnswer,
  EntryQuery,
} from './account-schemas.js';
import { blockValueAccount } from './block-account.js';
import { presentAccount, presentEntry } from './present-account.js';
import { accountOfCode } from './read-balance.js';
import { unblockValueAccount } from './unblock-account.js';

const tags = ['Stored value'];
const config = { access: staff('value.manage') };

/** Gift cards and store credits at the desk. */
export function accountRoutes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  blockingRoutes(app, platform);
}

function readingRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  app.get(
    '/value-accounts/by-code/',
    {
      config,
      schema: {
        tags,
        summary: 'The gift card or store credit with this code',
        description:
          'Finds accounts of any store, because cards are redeemed everywhere. Wrong codes are counted.',
        querystring: CodeQuery,
        response: { 200: AccountAnswer },
      },
    },
    async request => {
      const asker = { address: request.ip, key: staffOf(request).userId };
      const { id } = await accountOfCode(platform, asker, request.query.code);
      const account = await shownAccount(db, id, undefined);
      if (account === undefined) throw notFound('Gift card');
      return presentAccount(account, clock.now());
    },
  );

  app.get(
    '/value-accounts/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'A gift card or store credit that a store of the caller has issued or taken',
        params: AccountParams,
        response: { 200: AccountAnswer },
      },
    },
    async request => {
      const account = await shownAccount(db, request.params.id, storeScope(staffOf(request)));
      if (account === undefined) throw notFound('Account');
      return presentAccount(account, clock.now());
    },
  );

  app.get(
    '/value-accounts/:id/entries/',
    {
      config,
      schema: {
        tags,
        summary: 'What was added to a gift card or store credit and taken from it, newest first',
        params: AccountParams,
        querystring: EntryQuery,
        response: { 200: Type.Array(EntryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const { id } = request.params;
      const stores = storeScope(staffOf(request));
      if ((await shownAccount(db, id, stores)) === undefined) throw notFound('Account');
      const rows = await entriesOfAccount(db, id, stores, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentEntry);
    },
  );
}

function blockingRoutes(app: App, platform: Platform): void {
  const { clock } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/value-accounts/:id/block/',
    {
      config,
      schema: {
        tags,
        summary: 'Block a gift card or store credit; its balance stays',
        headers: IdempotencyHeaders,
        params: AccountParams,
        body: BlockBody,
        response: { 200: AccountAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { id } = request.params;
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: presentAccount(
          await blockValueAccount(platform, caller, id, request.body.reason),
          clock.now(),
        ),
      }));
    },
  );

  app.post(
    '/value-accounts/:id/unblock/',
    {
      config,
      schema: {
        tags,
        summary: 'Lift the block of a gift card or store credit',
        headers: IdempotencyHeaders,
        params: AccountParams,
        response: { 200: AccountAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: presentAccount(
          await unblockValueAccount(platform, caller, request.params.id),
          clock.now(),
        ),
      }));
    },
  );
}
