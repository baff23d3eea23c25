import { atomically, type Reader } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, office, staffOf } from '../access/index.js';
import { signerOf, signersOf } from './repository.js';
import { saveSettings } from './save-settings.js';
import { FiscalAnswer, FiscalBody, FiscalParams } from './schemas.js';
import { visibleStore } from './visible-store.js';

const tags = ['Fiscal signer'];
const PATH = '/stores/:store/fiscal/';

async function present(reader: Reader, storeId: string) {
  const signers = await signersOf(reader, storeId);
  return {
    signer: await signerOf(reader, storeId),
    signers: signers.map(row => ({
      terminal_id: row.terminal_id,
      serial: row.serial,
      public_key: row.public_key.toString('base64'),
    })),
  };
}

export function routes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    PATH,
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: 'How a store signs what its tills record',
        params: FiscalParams,
        response: { 200: FiscalAnswer },
      },
    },
    async request => {
      const store = await visibleStore(db, staffOf(request), request.params.store);
      return present(db, store.id);
    },
  );

  app.put(
    PATH,
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: 'Choose the fiscal signer of a store',
        headers: IdempotencyHeaders,
        params: FiscalParams,
        body: FiscalBody,
        response: { 200: FiscalAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const { signer } = request.body;
          const id = await saveSettings(tx, caller, request.params.store, signer, clock.now());
          return settle(tx, 200, await present(tx, id));
        }),
      );
    },
  );
}
