import { signedIn } from '../../../platform/http/access.js';
import { Params, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, principalOf, staffOf } from '../../access/index.js';
import { deviceOf } from '../devices/device.js';
import { deviceName } from '../devices/device-name.js';
import { answerLogin } from '../logins/answer-login.js';
import { beforeLogin } from '../logins/before-login.js';
import { bodyMayBeMissing } from '../proofs/body-may-be-missing.js';
import { TokensAnswer } from '../schemas.js';
import { CartTokenHeaders } from '../visits/visit-security.js';
import { addPasskey } from './add-passkey.js';
import { logInWithPasskey } from './log-in-with-passkey.js';
import { makeLoginOptions, makeRegistrationOptions } from './make-options.js';
import { removeOwnPasskey, removePasskeys } from './remove-passkeys.js';
import { type Passkey, passkeysOf } from './repository.js';
import {
  LoginOptions,
  PasskeyAnswer,
  PasskeyLoginBody,
  RegisterBody,
  RegistrationBody,
  RegistrationOptions,
  RemovalBody,
} from './schemas.js';

const tags = ['Login'];
const bodyLimit = 65_536;
/** A passkey opens the desk or the shop, so a login at a till adds and removes none. */
const owners = signedIn('office', 'web');
const own = { config: { access: owners }, bodyLimit };
const MAX_NAME = 100;

const present = ({ id, name, created_at: createdAt, last_used_at: usedAt }: Passkey) => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: usedAt?.toISOString() ?? null,
});

export function passkeyRoutes(app: App, platform: Platform): void {
  ownRoutes(app, platform);
  registrationRoutes(app, platform);
  loginRoutes(app, platform);
  removalRoute(app, platform);
}

function ownRoutes(app: App, platform: Platform): void {
  app.get(
    '/auth/passkeys/',
    {
      ...own,
      schema: { tags, summary: 'Your passkeys', response: { 200: Type.Array(PasskeyAnswer) } },
    },
    async request => (await passkeysOf(platform.db, principalOf(request).userId)).map(present),
  );

  app.delete(
    '/auth/passkeys/:id/',
    {
      ...own,
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'Remove one of your passkeys with the password; logins it opened stay',
        params: Params({ id: Uuid }),
        body: RemovalBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = principalOf(request);
      const owner = { userId, address: request.ip };
      await removeOwnPasskey(platform, owner, request.params.id, request.body);
      return reply.code(204).send(null);
    },
  );
}

function registrationRoutes(app: App, platform: Platform): void {
  app.post(
    '/auth/passkeys/registration-options/',
    {
      ...own,
      config: { access: owners, audit: 'none' },
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'What the browser needs to make a passkey for you; valid for five minutes, once',
        body: RegistrationBody,
        response: { 200: RegistrationOptions },
      },
    },
    request => {
      const { password, current_password = password } = request.body;
      const { userId } = principalOf(request);
      return makeRegistrationOptions(platform, userId, { current_password, address: request.ip });
    },
  );

  app.post(
    '/auth/passkeys/register/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Add the passkey that the browser made',
        body: RegisterBody,
        response: { 201: PasskeyAnswer },
      },
    },
    async (request, reply) => {
      const { userId } = principalOf(request);
      const { response, name } = request.body;
      const { userAgent } = deviceOf(platform, request);
      const shown = name?.trim() || deviceName(userAgent).slice(0, MAX_NAME) || 'Passkey';
      return reply.code(201).send(present(await addPasskey(platform, userId, response, shown)));
    },
  );
}

function loginRoutes(app: App, platform: Platform): void {
  app.post(
    '/auth/passkeys/login-options/',
    {
      config: { access: beforeLogin, audit: 'none' },
      bodyLimit,
      schema: {
        tags,
        summary: 'What the browser needs to sign in with a passkey; valid for five minutes, once',
        response: { 200: LoginOptions },
      },
    },
    () => makeLoginOptions(platform),
  );

  app.post(
    '/auth/passkeys/login/',
    {
      config: { access: beforeLogin, audit: 'login' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Log in with a passkey',
        headers: CartTokenHeaders,
        body: PasskeyLoginBody,
        response: { 200: TokensAnswer },
      },
    },
    (request, reply) =>
      answerLogin(platform, request, reply, origin =>
        logInWithPasskey(platform, { response: request.body.response, ...origin }),
      ),
  );
}

function removalRoute(app: App, platform: Platform): void {
  app.delete(
    '/users/:id/passkeys/',
    {
      config: { access: office('store.manage') },
      schema: {
        tags: ['Users'],
        summary: 'Remove all passkeys of a colleague; ends their logins',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removePasskeys(platform, staffOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
