import type { FastifyRequest } from 'fastify';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, keyScope, type Staff, staff, staffOf, storeScope } from '../../access/index.js';
import { accountOfCode } from '../read-balance.js';
import { blockValueAccount } from './block-account.js';
import { correctBalance } from './correct-balance.js';
import { findAccounts } from './find-accounts.js';
import { giveValue } from './give-value.js';
import { presentAccount, presentEntry } from './present.js';
import { entriesOfAccount, type ShownAccount, shownAccount } from './repository.js';
import {
  AccountAnswer,
  AccountParams,
  AccountsQuery,
  BlockBody,
  CodeQuery,
  CorrectBody,
  EntryAnswer,
  EntryQuery,
  GiveBody,
  GivenAnswer,
} from './schemas.js';
import { unblockValueAccount } from './unblock-account.js';

const tags = ['Stored value'];
const config = { access: staff('value.manage') };

/** Gift cards and store credits at the desk. */
export function accountRoutes(app: App, platform: Platform): void {
  listRoute(app, platform);
  readingRoutes(app, platform);
  changingRoutes(app, platform);
  blockingRoutes(app, platform);
}

const presenter =
  ({ clock }: Platform, request: FastifyRequest) =>
  (account: ShownAccount) =>
    presentAccount(account, clock.now(), can(staffOf(request), 'customer.read'));

function listRoute(app: App, platform: Platform): void {
  app.get(
    '/value-accounts/',
    {
      config,
      schema: {
        tags,
        summary: 'Gift cards and store credits that the stores of the caller issued or took',
        description: 'Newest first. Codes are never shown.',
        querystring: AccountsQuery,
        response: { 200: Type.Array(AccountAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const caller = staffOf(request);
      const rows = await findAccounts(platform, caller, request.query, idCursor(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.id]);
      return shown.map(presenter(platform, request));
    },
  );
}

function readingRoutes(app: App, platform: Platform): void {
  const { db } = platform;
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
      const caller = { address: request.ip, key: staffOf(request).userId };
      const { id } = await accountOfCode(platform, caller, request.query.code);
      const account = await shownAccount(db, id, undefined);
      if (account === undefined) throw notFound('Gift card');
      const stores = storeScope(staffOf(request));
      const own = await shownAccount(db, id, stores);
      return presenter(platform, request)(own ?? { ...account, sold_by: null });
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
      return presenter(platform, request)(account);
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

async function ownAccount(tx: Tx, caller: Staff, id: string): Promise<ShownAccount> {
  const account = await shownAccount(tx, id, storeScope(caller));
  if (account === undefined) throw notFound('Account');
  return account;
}

function changingRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/value-accounts/',
    {
      config,
      schema: {
        tags,
        summary: 'Give a gift card or store credit without a sale; the answer has its code',
        headers: IdempotencyHeaders,
        body: GiveBody,
        response: { 201: GivenAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const { id, code } = await giveValue(tx, platform, caller, request.body);
          const account = presenter(platform, request)(await ownAccount(tx, caller, id));
          return settle(tx, 201, { ...account, code });
        }),
      );
    },
  );

  app.post(
    '/value-accounts/:id/correct/',
    {
      config,
      schema: {
        tags,
        summary: 'Add to the balance of a gift card or store credit, or take from it',
        headers: IdempotencyHeaders,
        params: AccountParams,
        body: CorrectBody,
        response: { 200: AccountAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { id } = request.params;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          await correctBalance(tx, platform, caller, id, request.body);
          const account = await ownAccount(tx, caller, id);
          return settle(tx, 200, presenter(platform, request)(account));
        }),
      );
    },
  );
}

function blockingRoutes(app: App, platform: Platform): void {
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
      const present = presenter(platform, request);
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: present(await blockValueAccount(platform, caller, id, request.body.reason)),
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
      const present = presenter(platform, request);
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: present(await unblockValueAccount(platform, caller, request.params.id)),
      }));
    },
  );
}
