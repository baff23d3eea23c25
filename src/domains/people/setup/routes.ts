import { Answer, Body, Text, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { answerLogin } from '../logins/answer-login.js';
import { beforeLogin } from '../logins/before-login.js';
import { TokensAnswer, UserBody } from '../schemas.js';
import { claimSetupLink, refuseSetUp } from './claim-setup-link.js';
import { hasAdministrator } from './repository.js';

const tags = ['First run'];
const open = { config: { access: beforeLogin }, bodyLimit: 16_384 };
const { email } = UserBody.properties;

/** The first administrator; everything after that is in `setup`. */
export function setupRoutes(app: App, platform: Platform): void {
  const { db, config } = platform;

  app.get(
    '/setup/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Whether the installation has an administrator',
        response: {
          200: Answer({
            has_administrator: Type.Boolean(),
            is_demo: Type.Boolean({ description: 'Whether it was started with the demo shop' }),
          }),
        },
      },
    },
    async () => ({ has_administrator: await hasAdministrator(db), is_demo: config.demoData }),
  );

  app.post(
    '/setup/administrator/',
    {
      ...open,
      config: { ...open.config, audit: 'login' },
      // Before the body is looked at: a set-up installation has no such route for anybody.
      preValidation: () => refuseSetUp(platform),
      schema: {
        tags,
        summary: 'Become the first administrator with the link that the start printed; works once',
        body: Body({
          token: Text(200, 1),
          first_name: Text(100, 1),
          last_name: Type.Optional(Text(100)),
          username: Type.String({ pattern: '^[^\\s@]{1,150}$', description: 'No spaces, no @' }),
          email,
          password: Text(200, 8),
        }),
        response: { 201: TokensAnswer },
      },
    },
    async (request, reply) => {
      const { email: mail, ...person } = request.body;
      const claim = { ...person, ...(mail && { email: mail }) };
      const tokens = await answerLogin(platform, request, reply, ({ device, address }) =>
        claimSetupLink(platform, claim, device, address),
      );
      return reply.code(201).send(tokens);
    },
  );
}
