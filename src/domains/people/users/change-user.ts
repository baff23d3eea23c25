import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { lockUser, type User } from '../repository.js';
import { maySeeUser, refuseAssignment, refuseSelfChange, refuseUserChange } from '../rules.js';
import { saveUser } from './save-user.js';
import { recordAllStores, rolesAfter, storeIdsOf, toChange, type UserInput } from './user-input.js';

export async function changeUser(
  platform: Platform,
  actor: Staff,
  id: string,
  input: UserInput,
): Promise<User> {
  const change = await toChange(platform, input);
  return atomically(platform.db, async tx => {
    const user = await lockUser(tx, id);
    if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
    const store_ids = await storeIdsOf(tx, actor, input);
    const roles = await rolesAfter(tx, user, input);
    const refusal =
      refuseUserChange(actor, user) ??
      refuseSelfChange(actor, user, input) ??
      refuseAssignment(actor, {
        before: user,
        after: { ...roles, store_ids: store_ids ?? user.store_ids },
        allStores: input.all_stores ?? false,
      });
    if (refusal) throw refusal;
    await recordAllStores(tx, actor, user, input);
    const { role } = roles;
    return saveUser(tx, platform, user, { ...change, role, ...(store_ids && { store_ids }) });
  });
}
