import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { languageAsked } from '../language.js';
import { beforeLogin } from '../logins/before-login.js';
import { DoneAnswer, ResetBody, ResetConfirmBody } from '../schemas.js';
import { confirmPasswordReset } from './confirm-password-reset.js';
import { requestPasswordReset } from './request-password-reset.js';

const tags = ['Login'];
const bodyLimit = 16_384;

export function passwordRoutes(app: App, platform: Platform): void {
  app.post(
    '/auth/password-reset/',
    {
      // The audit log would contain addresses of people who have no account.
      config: { access: beforeLogin, audit: 'none' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Mail a link for a new password; the answer is the same for every address',
        body: ResetBody,
        response: { 202: DoneAnswer },
      },
    },
    async (request, reply) => {
      await requestPasswordReset(platform, {
        email: request.body.email,
        address: request.ip,
        language: languageAsked(request),
        store: request.body.store_id,
      });
      return reply.code(202).send({
        success: true as const,
        message: 'If the address has an account, a link is on its way.',
      });
    },
  );

  app.post(
    '/auth/password-reset/confirm/',
    {
      config: { access: beforeLogin, audit: 'password_reset' },
      bodyLimit,
      schema: {
        tags,
        summary: 'Set a new password with the mailed link; works once and ends all logins',
        body: ResetConfirmBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      await confirmPasswordReset(platform, { ...request.body, address: request.ip });
      return { success: true as const, message: 'The password was changed; sign in with it.' };
    },
  );
}
