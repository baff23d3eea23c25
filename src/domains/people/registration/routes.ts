import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { languageAsked } from '../language.js';
import { answerLogin } from '../logins/answer-login.js';
import { beforeLogin } from '../logins/before-login.js';
import { LOGIN_BODY_LIMIT_BYTES } from '../logins/body-limit.js';
import { presentAccount } from '../present.js';
import {
  RegistrationAnswer,
  RegistrationBody,
  ResendAnswer,
  ResendBody,
  VerifyAnswer,
  VerifyBody,
} from '../schemas.js';
import { CartTokenHeaders } from '../visits/visit-security.js';
import { initiateRegistration } from './initiate-registration.js';
import { resendCode } from './resend-code.js';
import { verifyRegistration } from './verify-registration.js';

const open = { config: { access: beforeLogin }, bodyLimit: LOGIN_BODY_LIMIT_BYTES };

export function registrationRoutes(app: App, platform: Platform): void {
  const tags = ['Registration'];

  app.post(
    '/auth/register/initiate/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Start a registration; a code is mailed to the address',
        body: RegistrationBody,
        response: { 201: RegistrationAnswer },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await initiateRegistration(platform, request.body, request.ip, languageAsked(request)),
        ),
  );

  app.post(
    '/auth/register/verify/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Open the account with the mailed code, and log in',
        headers: CartTokenHeaders,
        body: VerifyBody,
        response: { 200: VerifyAnswer },
      },
    },
    async (request, reply) => {
      const { registration_token: token, otp: code } = request.body;
      const { user, ...tokens } = await answerLogin(platform, request, reply, origin =>
        verifyRegistration(platform, { token, code, ...origin }),
      );
      return { success: true as const, user: presentAccount(user), ...tokens };
    },
  );

  app.post(
    '/auth/register/resend-otp/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Mail a new code',
        body: ResendBody,
        response: { 200: ResendAnswer },
      },
    },
    request => resendCode(platform, request.body.registration_token, languageAsked(request)),
  );
}
