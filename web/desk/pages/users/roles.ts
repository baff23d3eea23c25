import type { User } from '../../types.js';

export type Role = User['role'];

/** Ordered by permissions, lowest first. */
export const ROLES: Role[] = ['cashier', 'supervisor', 'manager', 'admin', 'customer'];

/** Users may assign and edit roles up to their own. */
export function mayManageRole(mine: Role, other: Role): boolean {
  const rank = (role: Role): number => (role === 'customer' ? -1 : ROLES.indexOf(role));
  return rank(mine) >= rank(other);
}
