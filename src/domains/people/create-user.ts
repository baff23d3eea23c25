import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import type { User } from './repository.js';
import { refuseAssignment } from './rules.js';
import { saveUser } from './save-user.js';
import { recordAllStores, rolesAfter, storeIdsOf, toChange, type UserInput } from './user-input.js';

export async function createUser(
  platform: Platform,
  actor: Staff,
  input: UserInput & { role: User['role'] },
): Promise<User> {
  const change = await toChange(platform, input);
  return atomically(platform.db, async tx => {
    const store_ids = (await storeIdsOf(tx, actor, input)) ?? [];
    const roles = await rolesAfter(tx, undefined, input);
    const refusal = refuseAssignment(actor, {
      before: undefined,
      after: { ...roles, store_ids },
      allStores: input.all_stores ?? false,
    });
    if (refusal) throw refusal;
    const user = await saveUser(tx, platform, undefined, { ...change, store_ids });
    await recordAllStores(tx, actor, user, input);
    return user;
  });
}
