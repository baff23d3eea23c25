import { type Failure, forbidden, invalid, invalidField } from '../../../platform/http/failure.js';
import {
  can,
  holdsAllOf,
  outranks,
  type Permission,
  roleHolds,
  type Staff,
} from '../../access/index.js';

/** An admin keeps all permissions, so that no installation can lose them. */
export const OWN_ROLE_LEVELS = ['cashier', 'supervisor', 'manager'] as const;
export type OwnRoleLevel = (typeof OWN_ROLE_LEVELS)[number];

export const MOST_OWN_ROLES = 200;

type Wanted = { base_role: OwnRoleLevel; permissions: readonly Permission[] };

/** Undefined if the actor may make a role with these permissions. */
export function refuseOwnRole(actor: Staff, { base_role: level, permissions }: Wanted) {
  const strange = permissions.findIndex(permission => !roleHolds(level, permission));
  if (strange >= 0) {
    return invalidField(`permissions.${strange}`, `A ${level} does not have this permission.`);
  }
  const missing = permissions.filter(permission => !can(actor, permission));
  if (outranks(actor.role, level) && missing.length === 0) return undefined;
  return forbidden('You cannot give permissions that you do not have.', 'ROLE_ABOVE_YOURS');
}

/** Undefined if the actor may change or delete this role. */
export function refuseRoleChange(
  actor: Staff,
  role: { id: string; name: string; base_role: OwnRoleLevel; permissions: string[] },
): Failure | undefined {
  if (actor.ownRole?.id === role.id) {
    return forbidden('Ask another person to change your own role or access.', 'OWN_ACCOUNT');
  }
  const holder = { role: role.base_role, ownRole: role };
  if (outranks(actor.role, role.base_role) && holdsAllOf(actor, holder)) return undefined;
  return forbidden('This role allows more than yours.', 'ROLE_ABOVE_YOURS');
}

export const fixedLevel = (): Failure =>
  invalid('base_role: The level of a role is fixed.', {
    base_role: ['The level of a role is fixed.'],
  });
