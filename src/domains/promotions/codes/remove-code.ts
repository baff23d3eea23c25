import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { promoCodeDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteCode } from './repository.js';
import { lockedForChange } from './save-code.js';

export async function removeCode(tx: Tx, caller: Staff, key: string): Promise<void> {
  const found = await lockedForChange(tx, caller, key);
  await unlessInUse('The code was used in sales; set is_active to false instead.', () =>
    deleteCode(tx, found.id),
  );
  await record(tx, promoCodeDeleted(found));
}
