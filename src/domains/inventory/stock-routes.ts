import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { adjust } from './adjust.js';
import { count } from './count.js';
import { presentCount, presentLevel, presentTransfer } from './present.js';
import { resolveStoreRef, stepsOfField, variantOfBody, variantsOfRefs } from './references.js';
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
        const variant = await variantOfBody(tx, body, { allowsBundles: true });
        const { id: variantId, isBundle } = variant;
        const quantity = stepsOfField('quantity', body.quantity, variant.unit);
        const { reason } = body;
        await adjust(tx, {
          storeId,
          variantId,
          isBundle,
          quantity,
          reason,
          actorId: caller.userId,
        });
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
        const variants = await variantsOfRefs(tx, body.lines, index => `lines.${index}.`);
        const done = await transfer(tx, {
          fromStoreId,
          toStoreId,
          lines: variants.map(({ id, unit }, index) => ({
            variantId: id,
            quantity: stepsOfField(
              `lines.${index}.quantity`,
              body.lines[index]?.quantity ?? 0,
              unit,
            ),
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
        const variants = await variantsOfRefs(tx, body.counts, index => `counts.${index}.`);
        refuseRepeats(variants.map(({ id }) => id));
        const done = await count(tx, {
          storeId,
          counts: variants.map(({ id, unit }, index) => ({
            variantId: id,
            counted: stepsOfField(
              `counts.${index}.counted`,
              body.counts[index]?.counted ?? 0,
              unit,
            ),
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
