import { atomically } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { reviewCredential, submitCredential } from './advance-credential.js';
import { decideCredential } from './decide-credential.js';
import { openCredential } from './open-credential.js';
import { DEFAULT_VENDOR } from './own-credential.js';
import { presentCredential } from './present.js';
import { findCredential, listCredentials } from './repository.js';
import { DECISIONS, type Decision } from './rules.js';
import {
  CredentialAnswer,
  CredentialBody,
  CredentialParams,
  CredentialQuery,
  DecisionBody,
  SubmitBody,
} from './schemas.js';

const tags = ['Compliance'];
const PATH = '/compliance/kyc/credentials/';
const ONE = `${PATH}:id/` as const;
const review = { config: { access: staff('compliance.review') } };
const params = CredentialParams;

/** Manual review of identity checks. Credentials belong to users, so no store scope applies. */
export function credentialRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    PATH,
    {
      ...review,
      schema: {
        tags,
        summary: 'Credentials, newest first',
        querystring: CredentialQuery,
        response: { 200: Type.Array(CredentialAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [];
      if (before !== undefined && !isUuid(String(before))) {
        throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
      }
      const beforeId = before === undefined ? undefined : String(before);
      const rows = await listCredentials(db, status, beforeId, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentCredential);
    },
  );

  app.post(
    PATH,
    {
      ...review,
      schema: {
        tags,
        summary: 'Start the verification of a user',
        body: CredentialBody,
        response: { 201: CredentialAnswer },
      },
    },
    async (request, reply) => {
      const { user, credential_key } = request.body;
      const credential = await atomically(db, tx => openCredential(tx, user, credential_key));
      return reply.code(201).send(presentCredential(credential));
    },
  );

  app.get(
    ONE,
    {
      ...review,
      schema: { tags, summary: 'A credential', params, response: { 200: CredentialAnswer } },
    },
    async request => {
      const credential = await findCredential(db, request.params.id);
      if (credential === undefined) throw notFound('Credential');
      return presentCredential(credential);
    },
  );

  stepRoutes(app, platform);
  decisionRoutes(app, platform);
}

function stepRoutes(app: App, { db, clock }: Platform): void {
  app.post(
    `${ONE}submit/`,
    {
      ...review,
      schema: {
        tags,
        summary: 'Record that the vendor has the inquiry and has not answered yet',
        params,
        body: SubmitBody,
        response: { 200: CredentialAnswer },
      },
    },
    async request => {
      const { vendor = DEFAULT_VENDOR, vendor_reference_id: vendorReferenceId } =
        request.body ?? {};
      const inquiry = { vendor, vendorReferenceId };
      return presentCredential(
        await atomically(db, tx => submitCredential(tx, request.params.id, inquiry, clock.now())),
      );
    },
  );

  app.post(
    `${ONE}review/`,
    {
      ...review,
      schema: {
        tags,
        summary: 'Hand a credential to the reviewers, because the vendor cannot decide',
        params,
        response: { 200: CredentialAnswer },
      },
    },
    async request =>
      presentCredential(
        await atomically(db, tx => reviewCredential(tx, request.params.id, clock.now())),
      ),
  );
}

function decisionRoutes(app: App, { db, clock }: Platform): void {
  for (const decision of Object.keys(DECISIONS) as Decision[]) {
    app.post(
      `${ONE}${decision}/`,
      {
        ...review,
        schema: {
          tags,
          summary: `Set a credential to ${DECISIONS[decision].to} after manual review`,
          params,
          body: DecisionBody,
          response: { 200: CredentialAnswer },
        },
      },
      async request => {
        const { id } = request.params as { id: string };
        const reason = request.body?.reason;
        return presentCredential(
          await atomically(db, tx =>
            decideCredential(tx, staffOf(request), id, decision, reason, clock.now()),
          ),
        );
      },
    );
  }
}
