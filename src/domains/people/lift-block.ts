import { atomically } from '../../platform/database/tx.js';
import { forbidden, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { outranks, type Staff, storeScope } from '../access/index.js';
import { activeBlocks, deleteBlock } from './block-repository.js';
import { blockLifted } from './events.js';

/** Ends a lock-out early, with all failures it counted. */
export async function liftBlock(platform: Platform, actor: Staff, id: string): Promise<void> {
  await atomically(platform.db, async tx => {
    const [block] = await activeBlocks(tx, platform.clock.now(), storeScope(actor), id);
    if (block === undefined) throw notFound('Block');
    if (block.role !== null && !outranks(actor.role, block.role)) {
      throw forbidden('This person has a role above yours.', 'ROLE_ABOVE_YOURS');
    }
    if (!(await deleteBlock(tx, id))) throw notFound('Block');
    await record(tx, blockLifted(block, actor.userId));
  });
}
