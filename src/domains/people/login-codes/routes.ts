import { Answer, Body, Text, Timestamp, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { languageAsked } from '../language.js';
import { answerLogin } from '../logins/answer-login.js';
import { beforeLogin } from '../logins/before-login.js';
import { ResetBody, TokensAnswer } from '../schemas.js';
import { CartTokenHeaders } from '../visits/visit-security.js';
import { logInWithCode } from './log-in-with-code.js';
import { requestLoginCode } from './request-login-code.js';

const tags = ['Login'];
const bodyLimit = 16_384;

export function loginCodeRoutes(app: App, platform: Platform): void {
  app.post(
    '/auth/login-code/',
    {
      // The audit log would contain addresses of people who have no account.
      config: { access: beforeLogin, audit: 'none' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Mail a customer a code to log in with; the answer is the same for every address',
        body: ResetBody,
        response: {
          202: Answer({
            success: Type.Literal(true),
            login_token: Type.String({ description: 'To send along with the code' }),
            expires_at: Timestamp,
          }),
        },
      },
    },
    async (request, reply) => {
      const { token, expiresAt } = await requestLoginCode(platform, {
        email: request.body.email,
        address: request.ip,
        language: languageAsked(request),
        store: request.body.store_id,
      });
      return reply.code(202).send({
        success: true as const,
        login_token: token,
        expires_at: expiresAt.toISOString(),
      });
    },
  );

  app.post(
    '/auth/login-code/confirm/',
    {
      config: { access: beforeLogin, audit: 'login' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Log in with the mailed code; works once within ten minutes',
        headers: CartTokenHeaders,
        body: Body({ login_token: Text(200, 1), code: Text(20, 1) }),
        response: { 200: TokensAnswer },
      },
    },
    (request, reply) => {
      const { login_token: token, code } = request.body;
      return answerLogin(platform, request, reply, origin =>
        logInWithCode(platform, { token, code, ...origin }),
      );
    },
  );
}
