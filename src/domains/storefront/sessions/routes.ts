import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import {
  GUEST_VISIT_MS,
  optionalVisit,
  readSessionCookie,
  resolveWebSession,
  sentCartToken,
  setSessionCookie,
  visitSecurity,
  type WebSession,
} from '../../people/index.js';
import { LinkBody } from '../alerts/reminder-routes.js';
import { changeStore } from './change-store.js';
import { createSession, type Opened } from './create-session.js';
import { ANONYMOUS_SESSION, describeSession } from './describe-session.js';
import { restoreLeftCart } from './restore-left-cart.js';
import { CreateAnswer, CreateBody, SessionAnswer, StoreAnswer, StoreBody } from './schemas.js';

const tags = ['Web shop: session'];
const open = { config: { access: visitor } };

export function sessionRoutes(app: App, platform: Platform): void {
  app.post(
    '/web-commerce/session/create/',
    {
      ...open,
      schema: {
        tags,
        security: optionalVisit,
        summary: 'Start shopping at a store: a guest session and an empty cart',
        body: CreateBody,
        response: { 201: CreateAnswer },
      },
    },
    async (request, reply) => {
      const { store_id: storeId, email } = request.body;
      const visit = await resolveWebSession(platform, request);
      const opened = await createSession(platform, visit, {
        storeId,
        email: email || null,
      });
      sendCookie(platform, request, reply, visit, opened);
      return reply.code(201).send(openedAnswer(opened));
    },
  );

  app.post(
    '/web-commerce/session/restore-cart/',
    {
      ...open,
      schema: {
        tags,
        security: optionalVisit,
        summary: 'Restore a cart that was left, by the link of a reminder',
        body: LinkBody,
        response: { 200: CreateAnswer },
      },
    },
    async (request, reply) => {
      const visit = await resolveWebSession(platform, request);
      const opened = await restoreLeftCart(platform, visit, request.body.token);
      sendCookie(platform, request, reply, visit, opened);
      return openedAnswer(opened);
    },
  );

  app.post(
    '/web-commerce/session/store/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Shop at another store, with a new cart',
        body: StoreBody,
        response: { 200: StoreAnswer },
      },
    },
    async request => {
      const visit = await resolveWebSession(platform, request);
      const { cartId, cartToken } = await changeStore(platform, visit, request.body.store_id);
      return {
        success: true as const,
        cart_id: cartId,
        cart_token: cartToken,
        message: 'The store was changed; the cart is empty.',
      };
    },
  );

  app.get(
    '/web-commerce/auth/session/',
    {
      ...open,
      schema: {
        tags,
        security: optionalVisit,
        summary: 'The current visit with its customer, store and cart; never an error',
        response: { 200: SessionAnswer },
      },
    },
    async (request, reply) => {
      try {
        const visit = await resolveWebSession(platform, request);
        // A HEAD response has no body, so a new token would be lost.
        const wantsToken = request.method === 'GET' && sentCartToken(request) === undefined;
        const view = await describeSession(platform, visit, wantsToken);
        if (view.cart_token !== null) keepCookie(request, reply, platform, visit);
        return view;
      } catch (error) {
        request.log.error(
          { err: error },
          'session lookup failed; answered as an anonymous session',
        );
        return ANONYMOUS_SESSION;
      }
    },
  );
}

const openedAnswer = (opened: Opened) => ({
  success: true as const,
  cart_id: opened.cartId,
  cart_token: opened.cartToken,
  expires_at: opened.expiresAt.toISOString(),
});

/** A new visit gets its cookie; the one of a guest lasts as long as the visit. */
function sendCookie(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: WebSession | null,
  { cookie }: Opened,
): void {
  if (cookie !== null) setCookie(reply, platform, cookie);
  else if (visit?.userId === null) keepCookie(request, reply, platform, visit);
}

const setCookie = (reply: FastifyReply, platform: Platform, cookie: string): void =>
  setSessionCookie(reply, platform, cookie, GUEST_VISIT_MS);

/** Extends the cookie's lifetime with the visit's. */
function keepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  visit: WebSession | null,
): void {
  const cookie = readSessionCookie(request);
  if (visit?.via === 'cookie' && cookie !== undefined) setCookie(reply, platform, cookie);
}
