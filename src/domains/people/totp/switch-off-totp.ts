import { atomically } from '../../../platform/database/tx.js';
import { forbidden, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { mailOwner } from '../account-mails.js';
import { endSessionsOf } from '../logins/sessions.js';
import { deletePasskeysOf } from '../passkeys/repository.js';
import { lockUser } from '../repository.js';
import { maySeeUser, refuseUserChange } from '../rules.js';
import { checkCode } from './check-code.js';
import { deleteTotp, totpOf } from './repository.js';
import { notSetUp, wrongCodeOfOwner } from './rules.js';

/** The owner switches it off with a code, which a stranger at an unlocked screen lacks. */
export async function switchOffTotp(
  platform: Platform,
  userId: string,
  code: string,
): Promise<void> {
  const row = await totpOf(platform.db, userId);
  if (!row?.confirmed_at) throw notSetUp();
  if (!(await checkCode(platform, userId, code))) throw wrongCodeOfOwner();
  await atomically(platform.db, async tx => {
    const user = await lockUser(tx, userId);
    if (user === undefined || !(await deleteTotp(tx, userId))) throw notSetUp();
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
    const refusal = refuseUserChange(actor, user);
    if (refusal) throw refusal;
    if (!(await deleteTotp(tx, id))) throw notSetUp();
    await deletePasskeysOf(tx, id);
    await endSessionsOf(tx, platform, id);
    await mailOwner(tx, platform, user, 'totpOff');
  });
}
