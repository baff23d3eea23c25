import { canInChain, PERMISSIONS, type Permission } from '../../access/index.js';
import { type Assignment, holderOf, worksEverywhere } from '../rules.js';

/** Screens hide the actions that a person is not permitted. */
export function permissionsOf(person: Assignment): Permission[] {
  if (person.role === 'customer') return [];
  const stores = worksEverywhere(person) ? ('all' as const) : person.store_ids;
  const staff = { ...holderOf(person), stores };
  return PERMISSIONS.filter(permission => canInChain(staff, permission));
}
