import { atomically } from '../../../platform/database/tx.js';
import { bodyCheck } from '../../../platform/http/validation.js';
import type { Platform } from '../../../platform/platform.js';
import type { User } from '../repository.js';
import { UserBody } from '../schemas.js';
import { addUser } from '../users/save-user.js';
import { toChange } from '../users/user-input.js';

export type NewAdmin = {
  username: string;
  email: string;
  employee_number: string;
  password: string;
};

const check = bodyCheck(UserBody);

/** For operators with database access; no route calls this. */
export async function createAdmin(platform: Platform, admin: NewAdmin): Promise<User> {
  const input = { ...admin, role: 'admin' as const };
  check(input);
  const change = await toChange(platform, input);
  return atomically(platform.db, tx => addUser(tx, platform, change));
}
