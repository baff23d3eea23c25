import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { mailOwner } from '../account-mails.js';
import { endSessionsOf } from '../logins/sessions.js';
import { lockUser } from '../repository.js';
import { maySeeUser, refuseUserChange } from '../rules.js';
import { deletePasskeysOf } from './repository.js';

/** An administrator removes them for a colleague who lost a device; ends that person's logins. */
export async function removePasskeys(platform: Platform, actor: Staff, id: string): Promise<void> {
  await atomically(platform.db, async tx => {
    const user = await lockUser(tx, id);
    if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
    const refusal = refuseUserChange(actor, user);
    if (refusal) throw refusal;
    const removed = await deletePasskeysOf(tx, id);
    await endSessionsOf(tx, platform, id);
    if (removed > 0) await mailOwner(tx, platform, user, 'passkeysRemoved');
  });
}
