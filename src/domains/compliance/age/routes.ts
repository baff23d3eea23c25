import { anybody } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { shopperOf } from '../shopper.js';
import { type AgeVerification, ageProof } from './repository.js';
import { DEFAULT_MINIMUM_AGE } from './rules.js';
import { AgeAnswer, AgeBody, AgeQuery } from './schemas.js';
import { verifyAge } from './verify-age.js';

const tags = ['Compliance'];

const present = (proof: AgeVerification | undefined, minimumAge: number) => ({
  verified: proof !== undefined && proof.verified_for_age >= minimumAge,
  minimum_age: minimumAge,
  verified_for_age: proof?.verified_for_age ?? null,
  method: proof?.method ?? null,
  verified_at: proof?.verified_at.toISOString() ?? null,
  expires_at: proof?.expires_at.toISOString() ?? null,
});

/** Public routes, because guests verify their age too; the handler resolves session or login. */
export function ageRoutes(app: App, platform: Platform): void {
  app.post(
    '/compliance/age-verification/',
    {
      config: { access: anybody },
      schema: { tags, summary: 'Verify an age', body: AgeBody, response: { 200: AgeAnswer } },
    },
    async request => {
      const shopper = await shopperOf(platform, request);
      const proof = await verifyAge(platform, shopper, request.body);
      return present(proof, request.body.minimum_age ?? DEFAULT_MINIMUM_AGE);
    },
  );

  app.get(
    '/compliance/age-verification/status/',
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'The verified age of the caller',
        querystring: AgeQuery,
        response: { 200: AgeAnswer },
      },
    },
    async request => {
      const shopper = await shopperOf(platform, request);
      const proof = await ageProof(platform.db, shopper, platform.clock.now());
      return present(proof, request.query.minimum_age ?? DEFAULT_MINIMUM_AGE);
    },
  );
}
