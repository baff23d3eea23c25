import type { FastifyRequest } from 'fastify';
import { atomically } from '../../../platform/database/tx.js';
import { visitor } from '../../../platform/http/access.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import {
  addressesOf,
  cookieOnly,
  removeAddress,
  resolveWebSession,
  saveAddress,
} from '../../people/index.js';
import { giftCardRoutes } from './gift-card-routes.js';
import { listOnlineMethods } from './list-online-methods.js';
import { presentAddress, presentMethod } from './present.js';
import { readBalances } from './read-balances.js';
import {
  AddressAnswer,
  AddressBody,
  AddressesAnswer,
  AddressParams,
  BalancesAnswer,
  BalancesQuery,
  DoneAnswer,
  MethodsAnswer,
  MethodsQuery,
  NewAddressBody,
} from './schemas.js';

const open = { config: { access: visitor } };
const tags = ['Web shop: account'];
const done = { success: true as const };

export function accountRoutes(app: App, platform: Platform): void {
  methodRoutes(app, platform);
  balanceRoutes(app, platform);
  addressRoutes(app, platform);
  giftCardRoutes(app, platform);
}

function methodRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/payment-methods/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Payment methods for orders at a store',
        querystring: MethodsQuery,
        response: { 200: MethodsAnswer },
      },
    },
    async request => {
      const { store_id: storeId, language } = request.query;
      const methods = await listOnlineMethods(platform, storeId);
      const shown = methods.map(method => presentMethod(platform, method, language));
      return { ...done, payment_methods: shown };
    },
  );
}

function balanceRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/balances/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Points, store credit and tier of the logged-in customer; null for guests',
        querystring: BalancesQuery,
        response: { 200: BalancesAnswer },
      },
    },
    async request => {
      const userId = await userOf(platform, request);
      const balances =
        userId === null ? null : await readBalances(platform, userId, request.query.store_id);
      return { ...done, balances };
    },
  );
}

function addressRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    '/web-commerce/saved-addresses/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Saved addresses of the logged-in customer; empty for guests',
        response: { 200: AddressesAnswer },
      },
    },
    async request => {
      const userId = await userOf(platform, request);
      const addresses = userId === null ? [] : await addressesOf(db, userId);
      return { ...done, addresses: addresses.map(presentAddress) };
    },
  );

  app.post(
    '/web-commerce/saved-addresses/',
    {
      ...open,
      schema: {
        tags,
        security: cookieOnly,
        summary: 'Save an address',
        body: NewAddressBody,
        response: { 201: AddressAnswer },
      },
    },
    async (request, reply) => {
      const userId = await customerOf(platform, request);
      const saved = await atomically(db, tx =>
        saveAddress(tx, platform, userId, undefined, request.body),
      );
      return reply.code(201).send({ ...done, address: presentAddress(saved) });
    },
  );

  app.patch(
    '/web-commerce/saved-addresses/:id/',
    {
      ...open,
      schema: {
        tags,
        security: cookieOnly,
        summary: 'Change an address',
        params: AddressParams,
        body: AddressBody,
        response: { 200: AddressAnswer },
      },
    },
    async request => {
      const userId = await customerOf(platform, request);
      const saved = await atomically(db, tx =>
        saveAddress(tx, platform, userId, request.params.id, request.body),
      );
      return { ...done, address: presentAddress(saved) };
    },
  );

  app.delete(
    '/web-commerce/saved-addresses/:id/',
    {
      ...open,
      schema: {
        tags,
        security: cookieOnly,
        summary: 'Delete an address',
        params: AddressParams,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      const userId = await customerOf(platform, request);
      await atomically(db, tx => removeAddress(tx, userId, request.params.id));
      return { ...done, message: 'The address was removed.' };
    },
  );
}

/** By cookie only: a cart token identifies a cart, not a customer. */
const userOf = async (platform: Platform, request: FastifyRequest): Promise<string | null> =>
  (await resolveWebSession(platform, request, { cookieOnly: true }))?.userId ?? null;

async function customerOf(platform: Platform, request: FastifyRequest): Promise<string> {
  const userId = await userOf(platform, request);
  if (userId === null) throw unauthenticated('Log in to keep addresses.');
  return userId;
}
