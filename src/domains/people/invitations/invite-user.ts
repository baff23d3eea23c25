import { atomically, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { storeOf } from '../account-store.js';
import { lockUser, type User, userById } from '../repository.js';
import { maySeeUser, refuseCustomer, refuseUserChange } from '../rules.js';
import { invitedAddress } from './rules.js';
import { limitInvitations, sendInvitation } from './send-invitation.js';

/** Mails a person a link for the first password; `finish` runs in the same transaction. */
export async function inviteUser<T>(
  platform: Platform,
  actor: Staff,
  id: string,
  finish: (tx: Tx, user: User) => Promise<T>,
): Promise<T> {
  const seen = changeable(actor, await userById(platform.db, id));
  await limitInvitations(platform, actor, invitedAddress(seen));
  return atomically(platform.db, async tx => {
    const user = changeable(actor, await lockUser(tx, id));
    return finish(tx, await sendInvitation(tx, platform, user, storeOf(user)));
  });
}

function changeable(actor: Staff, user: User | undefined): User {
  if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
  const refusal =
    refuseCustomer(actor, [user.role], 'customer.write') ?? refuseUserChange(actor, user);
  if (refusal) throw refusal;
  return user;
}
