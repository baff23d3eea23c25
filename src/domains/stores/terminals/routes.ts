import { notFound } from '../../../platform/http/failure.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { visibleStore } from '../references.js';
import { StoreParams } from '../schemas.js';
import { presentTerminal } from './present.js';
import { listTerminals, terminalById } from './repository.js';
import { TerminalAnswer, TerminalParams } from './schemas.js';

const tags = ['Stores'];
const read = { config: { access: staff('store.read') } };

export function terminalRoutes(app: App, { db }: Platform): void {
  app.get(
    '/stores/:store/terminals/',
    {
      ...read,
      schema: {
        tags,
        summary: 'The tills of a store',
        params: StoreParams,
        response: { 200: Type.Array(TerminalAnswer) },
      },
    },
    async request => {
      const store = await visibleStore(db, request.params.store, staffOf(request));
      const terminals = await listTerminals(db, store.id);
      return terminals.map(terminal => presentTerminal(terminal, store.id));
    },
  );

  app.get(
    '/stores/:store/terminals/:terminal/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A till of a store',
        params: TerminalParams,
        response: { 200: TerminalAnswer },
      },
    },
    async request => {
      const store = await visibleStore(db, request.params.store, staffOf(request));
      const terminal = await terminalById(db, request.params.terminal);
      if (terminal?.store_id !== store.id) throw notFound('Terminal');
      return presentTerminal(terminal, store.id);
    },
  );
}
