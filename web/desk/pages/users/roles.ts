import type { User } from '../../types.js';

export type Role = User['role'];

/** In order of what they may do. */
export const ROLES: Role[] = ['cashier', 'supervisor', 'manager', 'admin', 'customer'];

/** Nobody hands out or touches a role above their own. */
export function reaches(mine: Role, other: Role): boolean {
  const rank = (role: Role): number => (role === 'customer' ? -1 : ROLES.indexOf(role));
  return rank(mine) >= rank(other);
}
