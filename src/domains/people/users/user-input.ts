import type { Reader, Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { maySee, type Role, type Staff } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { allStoresGranted } from '../events.js';
import { hashSecret } from '../hashing.js';
import { ownRoleById } from '../own-roles/repository.js';
import type { User } from '../repository.js';
import { unknownOwnRole } from '../rules.js';
import type { UserBody } from '../schemas.js';
import type { UserChange } from './save-user.js';

export type UserInput = Partial<Static<typeof UserBody>>;

/** Converts a body to columns. Hashing is slow, so call this before the transaction. */
export async function toChange(platform: Platform, input: UserInput): Promise<UserChange> {
  const { pin_code: pin, password, store_ids, all_stores, ...columns } = input;
  return {
    ...columns,
    ...(pin !== undefined && { pin_hash: await hashSecret(platform, pin) }),
    ...(password !== undefined && { password_hash: await hashSecret(platform, password) }),
  };
}

/** Whoever is a customer, before or after the change, chooses the password by an invitation. */
export function refuseCustomerPassword(roles: readonly Role[], { password }: UserInput): void {
  if (password === undefined || !roles.includes('customer')) return;
  throw invalidField(
    'password',
    'Customers choose their own password; send an invitation.',
    'CUSTOMER_PASSWORD',
  );
}

/**
 * Role and own role after a change. An own role brings its level; another level ends the own role.
 */
export async function rolesAfter(
  reader: Reader,
  before: Pick<User, 'role' | 'own_role'> | undefined,
  input: UserInput,
): Promise<Pick<User, 'role' | 'own_role'>> {
  const role = input.role ?? before?.role ?? 'customer';
  if (input.own_role_id === undefined) {
    return { role, own_role: role === before?.role ? before.own_role : null };
  }
  if (input.own_role_id === null) return { role, own_role: null };
  const ownRole = await ownRoleById(reader, input.own_role_id);
  if (ownRole === undefined) throw unknownOwnRole();
  const { base_role: level } = ownRole;
  if (input.role !== undefined && input.role !== level) {
    throw invalidField('own_role_id', `This role needs the role ${level}.`);
  }
  return { role: level, own_role: ownRole };
}

/** Store ids from ids, codes or content ids. A store that the actor may not see is unknown. */
export async function storeIdsOf(
  reader: Reader,
  actor: Staff,
  input: UserInput,
): Promise<string[] | undefined> {
  // A manager without assignments works at every store.
  const refs = input.store_ids ?? (input.all_stores === true ? [] : undefined);
  if (refs === undefined) return undefined;
  const ids = new Set<string>();
  for (const ref of refs) {
    const store = await findStore(reader, ref);
    if (store === undefined || !maySee(actor, store.id)) {
      throw invalidField('store_ids', 'One of these stores does not exist.');
    }
    ids.add(store.id);
  }
  return [...ids].sort();
}

/** Records who granted access to every store. */
export async function recordAllStores(
  tx: Tx,
  actor: Staff,
  user: { id: string },
  input: UserInput,
): Promise<void> {
  if (input.all_stores !== true) return;
  await record(tx, allStoresGranted(user, actor.userId));
}
