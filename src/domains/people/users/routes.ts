import { notFound } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { Params, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { partial } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, office, staff, staffOf } from '../../access/index.js';
import { inviteUser } from '../invitations/invite-user.js';
import { presentUser } from '../present.js';
import type { TypedSecrets } from '../proofs/prove-owner.js';
import { userById } from '../repository.js';
import { maySeeUser, refuseCustomer } from '../rules.js';
import { ChangeUserBody, NewUserBody, UserAnswer, UserQuery } from '../schemas.js';
import { changeUser } from './change-user.js';
import { createUser } from './create-user.js';
import { findUsers } from './find-users.js';
import { removeUser } from './remove-user.js';
import type { UserInput } from './user-input.js';

const tags = ['Users'];
const read = { config: { access: staff('user.read') } };
const manage = { config: { access: office('user.manage') } };
const params = Params({ id: Uuid });
const CHANGE =
  'One’s own password, user name and e-mail address change with `current_password`, one’s own PIN with ' +
  '`current_password` or `current_pin`. Customers need `customer.manage` and choose their own passwords.';

export function userRoutes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  writingRoutes(app, platform);
  invitationRoute(app, platform);
}

function readingRoutes(app: App, platform: Platform): void {
  app.get(
    '/users/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List the people of the stores you may see',
        querystring: UserQuery,
        response: { 200: Type.Array(UserAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const [id] = decodeCursor(cursor, 1) ?? [];
      const beforeId = id === undefined ? undefined : String(id);
      const rows = await findUsers(platform, staffOf(request), request.query, beforeId, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentUser);
    },
  );

  app.get(
    '/users/:id/',
    { ...read, schema: { tags, summary: 'A person', params, response: { 200: UserAnswer } } },
    async request => {
      const user = await userById(platform.db, request.params.id);
      const actor = staffOf(request);
      if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
      const refusal = refuseCustomer(actor, [user.role], 'customer.read');
      if (refusal) throw refusal;
      return presentUser(user);
    },
  );
}

function writingRoutes(app: App, platform: Platform): void {
  app.post(
    '/users/',
    {
      ...manage,
      schema: { tags, summary: 'Add a person', body: NewUserBody, response: { 201: UserAnswer } },
    },
    async (request, reply) => {
      const user = await createUser(platform, staffOf(request), request.body);
      return reply.code(201).send(presentUser(user));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/users/:id/',
      ...manage,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a person`,
        description: CHANGE,
        params,
        body: method === 'PUT' ? ChangeUserBody : partial(ChangeUserBody),
        response: { 200: UserAnswer },
      },
      handler: async request => {
        const input = request.body as UserInput & TypedSecrets;
        const caller = { actor: staffOf(request), address: request.ip };
        return presentUser(await changeUser(platform, caller, request.params.id, input));
      },
    });
  }

  app.delete(
    '/users/:id/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Delete a person; one with sales or approvals is deactivated and returned instead',
        params,
        response: { 200: UserAnswer, 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const kept = await removeUser(platform, staffOf(request), request.params.id);
      return kept ? presentUser(kept) : reply.code(204).send(null);
    },
  );
}

function invitationRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/users/:id/invite/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Mail a person a link for the first password; it works once within seven days',
        headers: IdempotencyHeaders,
        params,
        response: { 200: UserAnswer },
      },
    },
    (request, reply) => {
      const actor = staffOf(request);
      return idempotency.run(request, reply, keyScope(actor), settle =>
        inviteUser(platform, actor, request.params.id, (tx, user) =>
          settle(tx, 200, presentUser(user)),
        ),
      );
    },
  );
}
