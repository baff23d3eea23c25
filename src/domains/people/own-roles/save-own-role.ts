import { brokenConstraint, sqlState, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { isUuid, newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { PERMISSIONS, ROLES, type Staff } from '../../access/index.js';
import { roleSaved } from '../events.js';
import { publishSessions } from '../logins/sessions.js';
import {
  countOwnRoles,
  deleteOwnRole,
  insertOwnRole,
  lockOwnRole,
  ownRoleById,
  type StoredRole,
  updateOwnRole,
  usersOfOwnRole,
} from './repository.js';
import { fixedLevel, MOST_OWN_ROLES, refuseOwnRole, refuseRoleChange } from './rules.js';
import type { RoleBody } from './schemas.js';

type Change = Partial<Static<typeof RoleBody>>;

const FOREIGN_KEY_VIOLATION = '23503';

/** Creates an own role if `id` is undefined, or changes it. Logins have the new permissions at once. */
export async function saveOwnRole(
  tx: Tx,
  platform: Platform,
  actor: Staff,
  id: string | undefined,
  change: Change,
): Promise<StoredRole> {
  const before = id === undefined ? undefined : await changeable(tx, actor, id);
  const { name, level, permissions } = wantedRole(actor, before, change);
  const roleId = before?.id ?? newId();
  try {
    if (before !== undefined) {
      await updateOwnRole(tx, roleId, { name, ...(permissions && { permissions }) });
      publishSessions(tx, platform, { changedUsers: await usersOfOwnRole(tx, roleId) });
      if (permissions !== undefined) await record(tx, roleSaved(roleId));
    } else {
      if ((await countOwnRoles(tx)) >= MOST_OWN_ROLES) throw tooManyRoles();
      const row = { id: roleId, name, base_role: level, permissions: permissions ?? [] };
      await insertOwnRole(tx, row);
    }
  } catch (error) {
    throw brokenConstraint(error) === 'own_roles_name' ? taken() : error;
  }
  const saved = await ownRoleById(tx, roleId);
  if (saved === undefined) throw new Error('the saved role is missing');
  return saved;
}

/** The role after the change; throws if the actor may not give it. */
function wantedRole(actor: Staff, before: StoredRole | undefined, change: Change) {
  const level = before?.base_role ?? change.base_role ?? 'cashier';
  if (change.base_role !== undefined && change.base_role !== level) throw fixedLevel();
  const name = change.name?.trim() ?? before?.name ?? '';
  if (name === '') throw invalidField('name', 'This field must not be blank.');
  if (ROLES.some(role => role === name.toLowerCase())) throw taken();
  const { permissions: wanted } = change;
  if (wanted === undefined) return { name, level, permissions: undefined };
  const refusal = refuseOwnRole(actor, { base_role: level, permissions: wanted });
  if (refusal !== undefined) throw refusal;
  return { name, level, permissions: PERMISSIONS.filter(one => wanted.includes(one)) };
}

/** Refused while somebody has the role. */
export async function removeOwnRole(tx: Tx, actor: Staff, id: string): Promise<void> {
  const { id: roleId } = await changeable(tx, actor, id);
  try {
    await deleteOwnRole(tx, roleId);
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw conflict('IN_USE', 'People have this role; give them another one first.');
  }
}

async function changeable(tx: Tx, actor: Staff, id: string): Promise<StoredRole> {
  if (ROLES.some(role => role === id)) {
    throw conflict('BUILT_IN_ROLE', 'Built-in roles cannot be changed.');
  }
  const role = isUuid(id) ? await lockOwnRole(tx, id) : undefined;
  if (role === undefined) throw notFound('Role');
  const refusal = refuseRoleChange(actor, role);
  if (refusal !== undefined) throw refusal;
  return role;
}

const taken = () => conflict('DUPLICATE', 'Another role has this name.', { field: 'name' });

const tooManyRoles = () =>
  conflict('TOO_MANY_ROLES', `There are ${MOST_OWN_ROLES} own roles; delete one first.`);
