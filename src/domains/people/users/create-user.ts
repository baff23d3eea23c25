import { atomically } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { storeOf } from '../account-store.js';
import { limitInvitations, sendInvitation } from '../invitations/send-invitation.js';
import type { User } from '../repository.js';
import { refuseAssignment, refuseCustomer } from '../rules.js';
import { addUser } from './save-user.js';
import {
  recordAllStores,
  refuseCustomerPassword,
  rolesAfter,
  storeIdsOf,
  toChange,
  type UserInput,
} from './user-input.js';

export async function createUser(
  platform: Platform,
  actor: Staff,
  { invite = false, ...input }: UserInput & { role: User['role']; invite?: boolean },
): Promise<User> {
  if (invite) await limitInvitations(platform, actor, newAddress(input));
  const change = await toChange(platform, input);
  return atomically(platform.db, async tx => {
    const store_ids = (await storeIdsOf(tx, actor, input)) ?? [];
    const roles = await rolesAfter(tx, undefined, input);
    const refusal =
      refuseCustomer(actor, [roles.role], 'customer.manage') ??
      refuseAssignment(actor, {
        before: undefined,
        after: { ...roles, store_ids },
        allStores: input.all_stores ?? false,
      });
    if (refusal) throw refusal;
    refuseCustomerPassword([roles.role], input);
    const user = await addUser(tx, platform, { ...change, store_ids });
    await recordAllStores(tx, actor, user, input);
    return invite ? sendInvitation(tx, platform, user, storeOf(user)) : user;
  });
}

function newAddress({ email, password, is_active: isActive }: UserInput): string {
  if (password !== undefined) {
    throw invalidField('invite', 'Send either a password or an invitation.');
  }
  if (isActive === false) throw invalidField('invite', 'Only active people are invited.');
  if (!email) throw invalidField('email', 'An invitation needs an e-mail address.');
  return email;
}
