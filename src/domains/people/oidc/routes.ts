import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '../../../platform/clock.js';
import { Answer, OpenQuery, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { requireOwnOrigin } from '../../access/index.js';
import { answerLogin } from '../logins/answer-login.js';
import { beforeLogin } from '../logins/before-login.js';
import { LOGIN_BODY_LIMIT_BYTES } from '../logins/body-limit.js';
import { relyingPartyOf } from '../passkeys/relying-party.js';
import { TokensAnswer } from '../schemas.js';
import { finishSso } from './finish-sso.js';
import { openSsoLogin } from './open-sso-login.js';
import { createProvider } from './provider.js';
import { notSetUp } from './rules.js';
import { ATTEMPT_MS, startSso } from './start-sso.js';

const tags = ['Login'];
const open = { config: { access: beforeLogin }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };

/** Ties a login to the browser that started it. */
const COOKIE = 'oidc_login';
const MAX_LENGTH = 128;

const cookieOptions = ({ config }: Platform) => ({
  path: '/auth/oidc/',
  httpOnly: true,
  // The provider sends the browser back from another site.
  sameSite: 'lax' as const,
  secure: config.publicUrl.startsWith('https:'),
});

function browserOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[COOKIE];
  return value === undefined || value.length > MAX_LENGTH ? undefined : value;
}

/** The log-in page of the desk says what happened. */
const toDesk = (reply: FastifyReply, outcome: string) =>
  reply.redirect(`/app/desk/?sso=${outcome}`, 302);

export function oidcRoutes(app: App, platform: Platform): void {
  const provider = createProvider(platform);

  app.get(
    '/auth/options/',
    {
      ...open,
      schema: {
        tags,
        summary: 'How people can log in here, besides a password',
        response: { 200: Answer({ passkeys: Type.Boolean(), single_sign_on: Type.Boolean() }) },
      },
    },
    async () => ({
      passkeys: relyingPartyOf(platform) !== undefined,
      single_sign_on: provider !== undefined,
    }),
  );

  app.get(
    '/auth/oidc/login/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Send the browser to the identity provider of the company',
        response: { 302: Type.Null() },
      },
    },
    async (_request, reply) => {
      if (provider === undefined) throw notSetUp();
      const started = await startSso(platform, provider).catch((error: unknown) => {
        platform.log.error({ err: error }, 'the identity provider could not be asked');
        return undefined;
      });
      if (started === undefined) return toDesk(reply, 'unavailable');
      const maxAge = ATTEMPT_MS / SECOND_MS;
      reply.setCookie(COOKIE, started.browser, { ...cookieOptions(platform), maxAge });
      return reply.redirect(started.url, 302);
    },
  );

  app.get(
    '/auth/oidc/callback/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Where the identity provider sends the browser back',
        querystring: OpenQuery({}),
        response: { 302: Type.Null() },
      },
    },
    async (request, reply) => {
      if (provider === undefined) throw notSetUp();
      const query = new URL(request.url, platform.config.publicUrl).search.slice(1);
      return toDesk(reply, await finishSso(platform, provider, browserOf(request), query));
    },
  );

  app.post(
    '/auth/oidc/session/',
    {
      ...open,
      config: { ...open.config, audit: 'login' },
      schema: {
        tags,
        summary: 'Log in as the person who came back from the identity provider; works once',
        response: { 200: TokensAnswer },
      },
    },
    async (request, reply) => {
      if (provider === undefined) throw notSetUp();
      requireOwnOrigin(request, platform.config);
      const tokens = await answerLogin(platform, request, reply, ({ device }) =>
        openSsoLogin(platform, browserOf(request), device),
      );
      reply.clearCookie(COOKIE, cookieOptions(platform));
      return tokens;
    },
  );
}
