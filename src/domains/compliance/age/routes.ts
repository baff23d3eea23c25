import { atomically } from '../../../platform/database/tx.js';
import { visitor } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { visitOrLogin } from '../../people/index.js';
import { shopperOf } from '../shopper.js';
import { checkCustomerAge } from './check-customer-age.js';
import { ageStanding } from './repository.js';
import { type AgeStanding, DEFAULT_MINIMUM_AGE, refusalOf, standingAge } from './rules.js';
import { AgeAnswer, AgeBody, AgeQuery, CheckBody } from './schemas.js';
import { verifyAge } from './verify-age.js';

const tags = ['Compliance'];

function present(standing: AgeStanding, minimumAge: number) {
  const { proof } = standing;
  const age = standingAge(standing);
  return {
    verified: age >= minimumAge,
    minimum_age: minimumAge,
    verified_for_age: proof === undefined ? null : age,
    method: proof?.method ?? null,
    verified_at: proof?.verified_at.toISOString() ?? null,
    expires_at: proof?.expires_at.toISOString() ?? null,
    refused_until: age >= minimumAge ? null : (refusalOf(standing)?.until.toISOString() ?? null),
  };
}

/** Public routes, because guests verify their age too; the handler resolves session or login. */
export function ageRoutes(app: App, platform: Platform): void {
  app.post(
    '/compliance/age-verification/',
    {
      config: { access: visitor },
      schema: {
        tags,
        security: visitOrLogin,
        summary: 'Verify an age',
        body: AgeBody,
        response: { 200: AgeAnswer },
      },
    },
    async request => {
      const shopper = await shopperOf(platform, request);
      const standing = await verifyAge(platform, shopper, request.ip, request.body);
      return present(standing, request.body.minimum_age ?? DEFAULT_MINIMUM_AGE);
    },
  );

  app.get(
    '/compliance/age-verification/status/',
    {
      config: { access: visitor },
      schema: {
        tags,
        security: visitOrLogin,
        summary: 'The verified age of the caller',
        querystring: AgeQuery,
        response: { 200: AgeAnswer },
      },
    },
    async request => {
      const shopper = await shopperOf(platform, request);
      const standing = await ageStanding(platform.db, shopper, null, platform.clock.now());
      return present(standing, request.query.minimum_age ?? DEFAULT_MINIMUM_AGE);
    },
  );

  app.post(
    '/compliance/age-checks/',
    {
      config: { access: staff('sale.create') },
      schema: {
        tags,
        summary: "Record that staff checked a customer's age at the counter",
        body: CheckBody,
        response: { 201: AgeAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const standing = await atomically(platform.db, tx =>
        checkCustomerAge(tx, staffOf(request), body, platform.clock.now()),
      );
      return reply.code(201).send(present(standing, body.minimum_age));
    },
  );
}
