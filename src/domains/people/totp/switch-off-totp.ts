import { atomically } from '../../../platform/database/tx.js';
import { forbidden, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { mailOwner } from '../account-mails.js';
import { endSessionsOf, endSessionsWhere } from '../logins/sessions.js';
import { deletePasskeysOf } from '../passkeys/repository.js';
import { lockProven, proofOfColleague } from '../proofs/proof.js';
import { type Owner, proveOwner, type TypedSecrets } from '../proofs/prove-owner.js';
import { lockUser } from '../repository.js';
import { maySeeUser, refuseCustomer, refuseUserChange } from '../rules.js';
import { checkCode } from './check-code.js';
import { deleteTotp, totpOf } from './repository.js';
import { notSetUp, wrongCodeOfOwner } from './rules.js';

/**
 * The owner switches it off with the password and a code, which a stranger at an unlocked screen
 * lacks. The other logins end.
 */
export async function switchOffTotp(
  platform: Platform,
  { sessionId, ...owner }: Owner & { sessionId: string },
  { code, ...shown }: TypedSecrets & { code: string },
): Promise<void> {
  const proof = await proveOwner(platform, owner, shown);
  const { userId } = owner;
  const row = await totpOf(platform.db, userId);
  if (!row?.confirmed_at) throw notSetUp();
  if (!(await checkCode(platform, userId, code))) throw wrongCodeOfOwner();
  await atomically(platform.db, async tx => {
    const user = await lockProven(tx, proof);
    if (!(await deleteTotp(tx, proof))) throw notSetUp();
    await endSessionsWhere(tx, platform, { userId, keep: sessionId });
    await mailOwner(tx, platform, user, 'totpOff');
  });
}

/**
 * An administrator resets the codes of a colleague who has lost the phone. That also removes the
 * person's passkeys, which may be on the phone, and ends the logins.
 */
export async function resetTotp(platform: Platform, actor: Staff, id: string): Promise<void> {
  await atomically(platform.db, async tx => {
    const user = await lockUser(tx, id);
    if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
    if (user.id === actor.userId) {
      throw forbidden('Switch off your own codes with a code.', 'OWN_ACCOUNT');
    }
    const refusal =
      refuseCustomer(actor, [user.role], 'customer.manage') ?? refuseUserChange(actor, user);
    if (refusal) throw refusal;
    const proof = proofOfColleague(actor, user);
    if (!(await deleteTotp(tx, proof))) throw notSetUp();
    await deletePasskeysOf(tx, proof);
    await endSessionsOf(tx, platform, id);
    await mailOwner(tx, platform, user, 'totpOff');
  });
}
