import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { promotionDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deletePromotion } from './repository.js';
import { lockedForChange } from './save-promotion.js';

export async function removePromotion(tx: Tx, caller: Staff, id: string): Promise<void> {
  const found = await lockedForChange(tx, caller, id);
  await unlessInUse('The promotion has codes or sales; set is_active to false instead.', () =>
    deletePromotion(tx, found.id),
  );
  await record(tx, promotionDeleted(found));
}
