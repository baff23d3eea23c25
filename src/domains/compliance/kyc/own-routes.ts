import type { FastifyRequest } from 'fastify';
import { atomically } from '../../../platform/database/tx.js';
import { visitor } from '../../../platform/http/access.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { visitOrLogin } from '../../people/index.js';
import { shopperOf } from '../shopper.js';
import { startOwnCredential, submitOwnCredential } from './own-credential.js';
import { type Credential, newestCredential } from './repository.js';
import { OwnAnswer, OwnSubmitBody } from './schemas.js';

const tags = ['Compliance'];
const access = { config: { access: visitor } };

/** Customers verify their own identity; the handler resolves session or login. */
export function ownCredentialRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;

  app.get(
    '/compliance/kyc/status/',
    {
      ...access,
      schema: {
        tags,
        security: visitOrLogin,
        summary: "The caller's own verification",
        response: { 200: OwnAnswer },
      },
    },
    async request => present(await newestCredential(db, await customerOf(platform, request))),
  );

  app.post(
    '/compliance/kyc/start/',
    {
      ...access,
      schema: {
        tags,
        security: visitOrLogin,
        summary: "Start the caller's own verification",
        response: { 200: OwnAnswer, 201: OwnAnswer },
      },
    },
    async (request, reply) => {
      const userId = await customerOf(platform, request);
      const { credential, isNew } = await atomically(db, tx => startOwnCredential(tx, userId));
      return reply.code(isNew ? 201 : 200).send(present(credential));
    },
  );

  app.post(
    '/compliance/kyc/submit/',
    {
      ...access,
      schema: {
        tags,
        security: visitOrLogin,
        summary: 'The caller has handed their documents to the vendor',
        body: OwnSubmitBody,
        response: { 200: OwnAnswer },
      },
    },
    async request => {
      const userId = await customerOf(platform, request);
      const reference = request.body?.vendor_reference_id;
      return present(
        await atomically(db, tx => submitOwnCredential(tx, userId, reference, clock.now())),
      );
    },
  );
}

/** Guests have no identity to verify. */
async function customerOf(platform: Platform, request: FastifyRequest): Promise<string> {
  const { userId } = await shopperOf(platform, request);
  if (userId === null) throw unauthenticated('Log in to verify your identity.');
  return userId;
}

const present = (credential: Credential | undefined) => ({
  verified: credential?.status === 'active',
  status: credential?.status ?? null,
  credential_key: credential?.credential_key ?? null,
  rejection_reason: credential?.rejection_reason ?? null,
});
