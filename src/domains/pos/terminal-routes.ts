import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf } from '../access/index.js';
import { StoreParams, TerminalAnswer, TerminalParams } from '../stores/index.js';
import { changeTerminal } from './change-terminal.js';
import { registerTerminal } from './register-terminal.js';
import { releaseTerminal } from './release-terminal.js';
import { TerminalBody, TerminalChangeBody } from './schemas.js';

const tags = ['Stores'];
const manage = { config: { access: office('store.settings') } };

export function terminalRoutes(app: App, platform: Platform): void {
  app.post(
    '/stores/:store/terminals/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Register a till before its first login, so that no other store takes its id',
        params: StoreParams,
        body: TerminalBody,
        response: { 201: TerminalAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const made = await registerTerminal(platform, staffOf(request), params.store, body);
      return reply.code(201).send(made);
    },
  );

  app.patch(
    '/stores/:store/terminals/:terminal/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Rename a till, set its card reader, or switch it off and on; off ends the login',
        params: TerminalParams,
        body: TerminalChangeBody,
        response: { 200: TerminalAnswer },
      },
    },
    request => changeTerminal(platform, staffOf(request), request.params, request.body),
  );

  app.post(
    '/stores/:store/terminals/:terminal/release/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Release the id of a till without an open shift, so that any store can use it',
        params: TerminalParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await releaseTerminal(platform, staffOf(request), request.params);
      return reply.code(204).send(null);
    },
  );
}
