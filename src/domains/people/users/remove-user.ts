import { atomically, brokenConstraint, sqlState, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { userDeleted } from '../events.js';
import { endSessionsOf } from '../logins/sessions.js';
import { deleteUser, lockUser, type User } from '../repository.js';
import {
  lastAdmin,
  maySeeUser,
  refuseCustomer,
  refuseSelfChange,
  refuseUserChange,
} from '../rules.js';
import { saveUser } from './save-user.js';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Deletes a user without references. A user with sales or approvals is deactivated instead and
 * returned. In both cases every login of the user ends.
 */
export async function removeUser(
  platform: Platform,
  actor: Staff,
  id: string,
): Promise<User | undefined> {
  try {
    await atomically(platform.db, tx => erase(tx, platform, actor, id));
    return undefined;
  } catch (error) {
    if (brokenConstraint(error) === 'one_active_admin') throw lastAdmin();
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
  }
  return atomically(platform.db, async tx =>
    saveUser(tx, platform, await removable(tx, actor, id), { is_active: false }),
  );
}

async function removable(tx: Tx, actor: Staff, id: string): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
  const refusal =
    refuseCustomer(actor, [user.role], 'customer.manage') ??
    refuseUserChange(actor, user) ??
    refuseSelfChange(actor, user, { is_active: false });
  if (refusal) throw refusal;
  return user;
}

async function erase(tx: Tx, platform: Platform, actor: Staff, id: string): Promise<void> {
  const user = await removable(tx, actor, id);
  await endSessionsOf(tx, platform, id);
  await deleteUser(tx, id);
  await record(tx, userDeleted(user));
}
