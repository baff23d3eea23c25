import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { mailOwner } from '../account-mails.js';
import { endSessionsOf } from '../logins/sessions.js';
import { lockProven, proofOfColleague } from '../proofs/proof.js';
import { type Owner, proveOwner, type TypedSecrets } from '../proofs/prove-owner.js';
import { lockUser } from '../repository.js';
import { maySeeUser, refuseCustomer, refuseUserChange } from '../rules.js';
import { deletePasskey, deletePasskeysOf } from './repository.js';

/** The owner removes one with the password: a stranger at an unlocked screen has none. */
export async function removeOwnPasskey(
  platform: Platform,
  owner: Owner,
  id: string,
  shown: TypedSecrets,
): Promise<void> {
  const proof = await proveOwner(platform, owner, shown);
  await atomically(platform.db, async tx => {
    const user = await lockProven(tx, proof);
    if (!(await deletePasskey(tx, proof, id))) throw notFound('Passkey');
    await mailOwner(tx, platform, user, 'passkeyRemoved');
  });
}

/** An administrator removes them for a colleague who lost a device; ends that person's logins. */
export async function removePasskeys(platform: Platform, actor: Staff, id: string): Promise<void> {
  await atomically(platform.db, async tx => {
    const user = await lockUser(tx, id);
    if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
    const refusal =
      refuseCustomer(actor, [user.role], 'customer.manage') ?? refuseUserChange(actor, user);
    if (refusal) throw refusal;
    const removed = await deletePasskeysOf(tx, proofOfColleague(actor, user));
    await endSessionsOf(tx, platform, id);
    if (removed > 0) await mailOwner(tx, platform, user, 'passkeysRemoved');
  });
}
