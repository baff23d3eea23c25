import { signedIn } from '../../../platform/http/access.js';
import {
  Answer,
  Body,
  Nullable,
  Params,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf } from '../../access/index.js';
import { LOGIN_BODY_LIMIT_BYTES } from '../logins/body-limit.js';
import { bodyMayBeMissing } from '../proofs/body-may-be-missing.js';
import { CurrentPassword } from '../proofs/schemas.js';
import { confirmTotp } from './confirm-totp.js';
import { totpOf } from './repository.js';
import { setUpTotp } from './set-up-totp.js';
import { resetTotp, switchOffTotp } from './switch-off-totp.js';

const tags = ['Login'];
/** The codes guard logins at the desk; a till has PINs. */
const own = { config: { access: signedIn('office') }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };

const SetUpBody = Body({ current_password: CurrentPassword });
const CodeBody = Body({
  code: Type.String({
    minLength: 1,
    maxLength: 50,
    writeOnly: true,
    description: 'Six digits of the authenticator app, or a recovery code',
  }),
});
const SwitchOffBody = Body({ ...CodeBody.properties, current_password: CurrentPassword });
const StateAnswer = Answer({
  is_on: Type.Boolean(),
  confirmed_at: Nullable(Timestamp),
  recovery_codes_left: Type.Integer(),
});
const SetUpAnswer = Answer({
  secret: Type.String({ description: 'To type into the app instead of the QR code' }),
  uri: Type.String({ description: '`otpauth://totp/…`, the content of the QR code' }),
  qr_svg: Type.String({ description: 'The QR code as an SVG picture' }),
  recovery_codes: Type.Array(Type.String(), { description: 'Ten; each replaces a code once' }),
});

async function stateOf({ db }: Platform, userId: string) {
  const row = await totpOf(db, userId);
  const confirmedAt = row?.confirmed_at ?? null;
  return {
    is_on: confirmedAt !== null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    recovery_codes_left: confirmedAt === null ? 0 : (row?.recovery_codes ?? 0),
  };
}

/** Codes of an authenticator app as the second step of a login. */
export function totpRoutes(app: App, platform: Platform): void {
  app.get(
    '/auth/totp/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Whether your logins need a code of an authenticator app',
        response: { 200: StateAnswer },
      },
    },
    request => stateOf(platform, staffOf(request).userId),
  );

  app.post(
    '/auth/totp/setup/',
    {
      ...own,
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'A new secret for an authenticator app, with recovery codes; shown once',
        body: SetUpBody,
        response: { 200: SetUpAnswer },
      },
    },
    request => {
      const { userId } = staffOf(request);
      return setUpTotp(platform, { userId, address: request.ip }, request.body);
    },
  );

  app.post(
    '/auth/totp/confirm/',
    {
      ...own,
      schema: {
        tags,
        summary:
          'Switch the codes on with a first code; logins need one from now on, the others end',
        body: CodeBody,
        response: { 200: StateAnswer },
      },
    },
    async request => {
      const owner = staffOf(request);
      await confirmTotp(platform, owner, request.body.code);
      return stateOf(platform, owner.userId);
    },
  );

  app.post(
    '/auth/totp/disable/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Switch the codes off, with the password and a code or a recovery code',
        body: SwitchOffBody,
        response: { 200: StateAnswer },
      },
    },
    async request => {
      const { userId, sessionId } = staffOf(request);
      const owner = { userId, sessionId, address: request.ip };
      await switchOffTotp(platform, owner, request.body);
      return stateOf(platform, userId);
    },
  );

  resetRoute(app, platform);
}

function resetRoute(app: App, platform: Platform): void {
  app.delete(
    '/users/:id/totp/',
    {
      config: { access: office('store.manage') },
      schema: {
        tags: ['Users'],
        summary:
          'Switch off the codes of a colleague; removes their passkeys and ends their logins',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await resetTotp(platform, staffOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
