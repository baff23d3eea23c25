import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { campaignDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteCampaign } from './repository.js';
import { lockedForChange } from './save-campaign.js';

/** A campaign with promotions, tests or sales cannot be deleted. */
export async function removeCampaign(tx: Tx, caller: Staff, id: string, now: Date): Promise<void> {
  const found = await lockedForChange(tx, caller, id, now);
  await unlessInUse('The campaign has promotions, tests or sales; expire it instead.', () =>
    deleteCampaign(tx, found.id),
  );
  await record(tx, campaignDeleted(found));
}
