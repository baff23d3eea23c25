import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { adjust } from './adjust.js';
import { count } from './count.js';
import { presentCount, presentLevel, presentTransfer } from './present.js';
import { resolveStoreRef, variantIdsOf } from './references.js';
import { levelOf } from './repository.js';
import {
  AdjustBody,
  CountAnswer,
  CountBody,
  LevelAnswer,
  TransferAnswer,
  TransferBody,
} from './schemas.js';
import { transfer } from './transfer.js';

const tags = ['Inventory'];

/** Manual stock changes. */
export function stockRoutes(app: App, platform: Platform): void {
  adjustRoute(app, platform);
  transferRoute(app, platform);
  countRoute(app, platform);
}

function adjustRoute(app: App, { db }: Platform): void {
  app.post(
    '/inventory-levels/adjust/',
    {
      config: { access: staff('stock.adjust') },
      schema: {
        tags,
        summary: 'Adjust a level manually',
        body: AdjustBody,
        response: { 200: LevelAnswer },
      },
    },
    async request => {
      const { body } = request;
      const caller = staffOf(request);
      return atomically(db, async tx => {
        const storeId = await resolveStoreRef(tx, caller, 'store', body.store);
        const [variantId = ''] = await variantIdsOf(tx, [body]);
        const { quantity, reason } = body;
        await adjust(tx, { storeId, variantId, quantity, reason, actorId: caller.userId });
        const level = await levelOf(tx, storeId, variantId);
        if (level === undefined) throw new Error('the adjusted level was not found');
        return presentLevel(level);
      });
    },
  );
}

function transferRoute(app: App, { db }: Platform): void {
  app.post(
    '/inventory-levels/transfer/',
    {
      config: { access: staff('stock.transfer') },
      schema: {
        tags,
        summary: 'Move goods between two stores, all lines or none',
        body: TransferBody,
        response: { 200: TransferAnswer },
      },
    },
    async request => {
      const { body } = request;
      const caller = staffOf(request);
      return atomically(db, async tx => {
        const fromStoreId = await resolveStoreRef(tx, caller, 'from_store', body.from_store);
        const toStoreId = await resolveStoreRef(tx, caller, 'to_store', body.to_store);
        if (fromStoreId === toStoreId) {
          throw invalidField('to_store', 'Must be another store than from_store.');
        }
        const variantIds = await variantIdsOf(tx, body.lines, index => `lines.${index}.`);
        const done = await transfer(tx, {
          fromStoreId,
          toStoreId,
          lines: body.lines.map(({ quantity }, index) => ({
            variantId: variantIds[index] ?? '',
            quantity,
          })),
          reason: body.reason ?? '',
          actorId: caller.userId,
        });
        return presentTransfer(done, fromStoreId, toStoreId);
      });
    },
  );
}

function countRoute(app: App, { db }: Platform): void {
  app.post(
    '/inventory-levels/count/',
    {
      config: { access: staff('stock.count') },
      schema: {
        tags,
        summary: 'Enter the result of a stock count',
        body: CountBody,
        response: { 200: CountAnswer },
      },
    },
    async request => {
      const { body } = request;
      const caller = staffOf(request);
      return atomically(db, async tx => {
        const storeId = await resolveStoreRef(tx, caller, 'store', body.store);
        const variantIds = await variantIdsOf(tx, body.counts, index => `counts.${index}.`);
        refuseRepeats(variantIds);
        const done = await count(tx, {
          storeId,
          counts: body.counts.map(({ counted }, index) => ({
            variantId: variantIds[index] ?? '',
            counted,
          })),
          reason: body.reason ?? '',
          actorId: caller.userId,
        });
        return presentCount(done, storeId);
      });
    },
  );
}

/** Two counts of one variant are ambiguous. */
function refuseRepeats(variantIds: readonly string[]): void {
  const repeated = variantIds.findIndex((id, index) => variantIds.indexOf(id) < index);
  if (repeated >= 0) {
    throw invalidField(`counts.${repeated}`, 'This variant is counted twice.');
  }
}
