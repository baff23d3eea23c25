import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { proofOfColleague } from '../proofs/proof.js';
import type { TypedSecrets } from '../proofs/prove-owner.js';
import { lockUser, type User } from '../repository.js';
import {
  maySeeUser,
  refuseAssignment,
  refuseCustomer,
  refuseSelfChange,
  refuseUserChange,
} from '../rules.js';
import { proveOwnChange } from './prove-own-change.js';
import { changeLogin, detailsAlone, saveUser } from './save-user.js';
import {
  recordAllStores,
  refuseCustomerPassword,
  rolesAfter,
  storeIdsOf,
  toChange,
  type UserInput,
} from './user-input.js';

export async function changeUser(
  platform: Platform,
  { actor, address }: { actor: Staff; address: string },
  id: string,
  { current_password, current_pin, ...input }: UserInput & TypedSecrets,
): Promise<User> {
  const isOwn = id.toLowerCase() === actor.userId;
  const shown = { current_password, current_pin };
  const ownProof = isOwn ? await proveOwnChange(platform, { actor, address }, input, shown) : null;
  const change = await toChange(platform, input);
  return atomically(platform.db, async tx => {
    const user = await lockUser(tx, id);
    if (user === undefined || !maySeeUser(actor, user)) throw notFound('User');
    const store_ids = await storeIdsOf(tx, actor, input);
    const roles = await rolesAfter(tx, user, input);
    const { role } = roles;
    const refusal =
      refuseCustomer(actor, [user.role, role], 'customer.manage') ??
      refuseUserChange(actor, user) ??
      refuseSelfChange(actor, user, input) ??
      refuseAssignment(actor, {
        before: user,
        after: { ...roles, store_ids: store_ids ?? user.store_ids },
        allStores: input.all_stores ?? false,
      });
    if (refusal) throw refusal;
    refuseCustomerPassword([user.role, role], input);
    await recordAllStores(tx, actor, user, input);
    // A password that a manager gave an employee does not open the account of a customer.
    const becomesCustomer = role === 'customer' && user.role !== 'customer';
    const columns = {
      ...change,
      role,
      ...(store_ids && { store_ids }),
      ...(becomesCustomer && { password_hash: null }),
    };
    if (isOwn && ownProof === null) {
      return saveUser(tx, platform, user, detailsAlone(user, columns));
    }
    const proof = ownProof ?? proofOfColleague(actor, user);
    return changeLogin(tx, platform, user, columns, proof, isOwn ? { keep: actor.sessionId } : {});
  });
}
