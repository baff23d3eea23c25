import { atomically } from '../../../platform/database/tx.js';
import { forbidden, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { can, type Staff, storeScope } from '../../access/index.js';
import { blockLifted } from '../events.js';
import { isAbove } from '../rules.js';
import { visibleAddressBlocks } from './address-blocks.js';
import { activeBlocks, type Block, deleteBlock } from './repository.js';

/** The lock-out of a customer names the customer. */
export const mayReachBlock = (actor: Staff, { role }: Block): boolean =>
  role !== 'customer' || can(actor, 'customer.read');

/** Ends a lock-out or the block of an address early, with all that it counted. */
export async function liftBlock(
  platform: Platform,
  actor: Staff,
  { id, ownAddress }: { id: string; ownAddress: string },
): Promise<void> {
  const blocks = await visibleAddressBlocks(platform, actor, ownAddress);
  const ofAddress = blocks.find(block => block.id === id);
  await atomically(platform.db, async tx => {
    if (ofAddress !== undefined) {
      await record(tx, blockLifted(ofAddress, actor.userId));
      // Last, so that a block is not lifted without its record; two lifts at once end it once.
      if (!(await platform.limits.endAddressBlock(id))) throw notFound('Block');
      return;
    }
    const [block] = await activeBlocks(tx, platform.clock.now(), storeScope(actor), id);
    if (block === undefined || !mayReachBlock(actor, block)) throw notFound('Block');
    const { role } = block;
    if (role !== null && isAbove(actor, { ...block, role })) {
      throw forbidden('This person has a role above yours.', 'ROLE_ABOVE_YOURS');
    }
    if (!(await deleteBlock(tx, id))) throw notFound('Block');
    await record(tx, blockLifted(block, actor.userId));
  });
  platform.log.info({ block: id, liftedBy: actor.userId }, 'a block was lifted');
}
