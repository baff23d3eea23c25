import type { FastifyRequest } from 'fastify';
import { signedIn } from '../../platform/http/access.js';
import { forbidden } from '../../platform/http/failure.js';
import { Answer, Body, Nullable, Text, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { principalOf } from '../access/index.js';
import { CurrentPassword, changeOwnPassword } from '../people/index.js';
import { changeOwnDetails } from './change-own-details.js';
import { askForDeletion, confirmDeletion } from './delete-own-account.js';
import { exportData } from './export-customer.js';
import { ExportAnswer } from './schemas.js';

const tags = ['Web shop: account'];
const own = { config: { access: signedIn('web') } };

const DeletionBody = Body({
  password: Type.Optional(
    Type.String({
      maxLength: 1_024,
      writeOnly: true,
      description: 'Needed if the account has a password; others log in with a mailed code',
    }),
  ),
});
const ConfirmBody = Body({ token: Type.Unsafe<string>({ ...Text(500, 1), writeOnly: true }) });
const DoneAnswer = Answer({ success: Type.Literal(true), message: Type.String() });

/** The data of staff belongs to their employment; their manager handles it. */
function customerOf(request: FastifyRequest): string {
  const principal = principalOf(request);
  if (principal.kind !== 'customer') throw forbidden('This is for customers only.');
  return principal.userId;
}

const DetailsBody = Body(
  {
    first_name: Type.Optional(Text(100, 1)),
    last_name: Type.Optional(Text(100, 1)),
    phone: Type.Optional(
      Type.String({ maxLength: 50, description: 'Empty: none. It is stored as `+12125550199`' }),
    ),
  },
  { minProperties: 1 },
);
const DetailsAnswer = Answer({
  success: Type.Literal(true),
  user: Answer({
    first_name: Type.String(),
    last_name: Type.String(),
    email: Nullable(Type.String()),
    phone: Type.String(),
  }),
});
const PasswordBody = Body({
  current_password: CurrentPassword,
  password: Type.String({ minLength: 8, maxLength: 200, writeOnly: true }),
});

/** What customers do with their own data, without asking a store. */
export function ownDataRoutes(app: App, platform: Platform): void {
  exportAndDeletionRoutes(app, platform);
  detailsRoutes(app, platform);
}

function detailsRoutes(app: App, platform: Platform): void {
  app.patch(
    '/web-commerce/account/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Change your name and phone number',
        body: DetailsBody,
        response: { 200: DetailsAnswer },
      },
    },
    async request => {
      const user = await changeOwnDetails(platform, customerOf(request), request.body);
      const { first_name, last_name, email, phone } = user;
      return { success: true as const, user: { first_name, last_name, email, phone } };
    },
  );

  app.post(
    '/web-commerce/account/password/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Change your password: ends all other logins and removes your passkeys',
        description: 'Wrong passwords are counted as those of a login are.',
        body: PasswordBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      const { current_password: current, password: wanted } = request.body;
      const userId = customerOf(request);
      const caller = { userId, sessionId: principalOf(request).sessionId, address: request.ip };
      await changeOwnPassword(platform, caller, { current, wanted });
      return { success: true as const, message: 'Your password was changed.' };
    },
  );
}

function exportAndDeletionRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/account/export/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Everything that is held about you',
        response: { 200: ExportAnswer },
      },
    },
    request => exportData(platform, customerOf(request)),
  );

  app.post(
    '/web-commerce/account/deletion/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Ask for the deletion of your account: a mail has the link that confirms it',
        body: DeletionBody,
        response: { 202: DoneAnswer },
      },
    },
    async (request, reply) => {
      const { password = '' } = request.body;
      await askForDeletion(platform, customerOf(request), password, request.ip);
      const message = 'We sent you a mail. Open its link to delete the account.';
      return reply.code(202).send({ success: true as const, message });
    },
  );

  app.post(
    '/web-commerce/account/deletion/confirm/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Delete your account: names, contacts and addresses; the books stay',
        body: ConfirmBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      await confirmDeletion(platform, customerOf(request), request.body.token);
      return { success: true as const, message: 'Your account was deleted.' };
    },
  );
}
