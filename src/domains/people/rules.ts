import {
  conflict,
  type Failure,
  type FieldErrors,
  forbidden,
  invalidField,
} from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import {
  can,
  type Holder,
  holdsAllOf,
  type OwnRole,
  outranks,
  type Permission,
  type Role,
  type Staff,
  storeScope,
} from '../access/index.js';

/** Role and store assignments decide where a user works. */
export type Assignment = {
  role: Role;
  own_role?: OwnRole | null;
  store_ids: readonly string[];
};

export const holderOf = ({
  role,
  own_role: ownRole,
}: Pick<Assignment, 'role' | 'own_role'>): Holder => ({
  role,
  ownRole: ownRole ?? null,
});

/** A rank is not enough: an own role may lack permissions of the others of its level. */
export const isAbove = (actor: Staff, person: Pick<Assignment, 'role' | 'own_role'>): boolean =>
  !outranks(actor.role, person.role) || !holdsAllOf(actor, holderOf(person));

/** Admins, and managers without assignments, work at every store; others only where assigned. */
export const worksEverywhere = ({ role, store_ids }: Assignment): boolean =>
  role === 'admin' || isUnassignedManager({ role, store_ids });

const isUnassignedManager = ({ role, store_ids }: Assignment): boolean =>
  role === 'manager' && store_ids.length === 0;

export const worksAt = (person: Assignment, storeId: string): boolean =>
  person.role !== 'customer' && (worksEverywhere(person) || person.store_ids.includes(storeId));

export function fullName(person: {
  first_name: string;
  last_name: string;
  username?: string | null;
  employee_number: string | null;
  email?: string | null;
}): string {
  const name = `${person.first_name} ${person.last_name}`.trim();
  return name || person.username || person.employee_number || person.email || '';
}

/** Rules across the fields of a user, for every writer. */
export function problemsOf(user: {
  role: Role;
  employee_number: string | null;
  email: string | null;
  phone: string;
  has_pin: boolean;
}): FieldErrors {
  const problems: FieldErrors = {};
  const isCustomer = user.role === 'customer';
  if (!isCustomer && user.employee_number === null) {
    problems.employee_number = ['Staff need an employee number.'];
  }
  // A till accepts employee number or id, so the two must be distinguishable.
  if (user.employee_number !== null && isUuid(user.employee_number)) {
    problems.employee_number = ['An employee number must not look like an id.'];
  }
  if (isCustomer && user.email === null && user.phone === '') {
    problems.email = ['A customer needs an e-mail address or a phone number.'];
  }
  if (isCustomer && user.has_pin) problems.pin_code = ['A customer has no PIN.'];
  return problems;
}

/** A customer whom a store has recorded, and who has no account in the web shop. */
export const isClaimable = (user: {
  role: Role;
  is_active: boolean;
  has_password: boolean;
}): boolean => user.role === 'customer' && user.is_active && !user.has_password;

/** Callers limited to some stores see themselves and the users assigned to one of these stores. */
export function maySeeUser(actor: Staff, user: Assignment & { id: string }): boolean {
  const scope = storeScope(actor);
  return (
    scope === undefined || user.id === actor.userId || user.store_ids.some(id => scope.includes(id))
  );
}

/** Undefined if no customer is concerned, or the actor has this right over customers too. */
export const refuseCustomer = (
  actor: Staff,
  roles: readonly Role[],
  right: Permission,
): Failure | undefined =>
  !roles.includes('customer') || can(actor, right)
    ? undefined
    : forbidden('Your role does not allow this.', 'PERMISSION_DENIED');

/** Undefined if the actor may change this user. */
export function refuseUserChange(
  actor: Staff,
  user: Assignment & { id: string },
): Failure | undefined {
  const scope = storeScope(actor);
  if (isAbove(actor, user)) {
    return forbidden('This person has a role above yours.', 'ROLE_ABOVE_YOURS');
  }
  if (scope !== undefined && !user.store_ids.every(id => scope.includes(id))) {
    return forbidden('This person also works at stores you do not manage.', 'OTHER_STORES');
  }
  return undefined;
}

export type AssignmentChange = {
  before: Assignment | undefined;
  after: Assignment;
  /** The request confirms that a manager without assignments works at every store. */
  allStores: boolean;
};

/** Undefined if the actor may give this role and these stores. */
export function refuseAssignment(actor: Staff, change: AssignmentChange): Failure | undefined {
  const { before, after, allStores } = change;
  const scope = storeScope(actor);
  if (isAbove(actor, after)) {
    return forbidden('You cannot give a role above your own.', 'ROLE_ABOVE_YOURS');
  }
  if (allStores && !isUnassignedManager(after)) {
    return invalidField('all_stores', 'Only a manager without assignments works at every store.');
  }
  // Removing the last assignment gives a manager every store, so the request must confirm it.
  const wasUnassigned = before !== undefined && isUnassignedManager(before);
  if (isUnassignedManager(after) && !wasUnassigned && !allStores) {
    return invalidField(
      'all_stores',
      'A manager without assignments works at every store; send true to confirm this.',
      'CONFIRM_ALL_STORES',
    );
  }
  const changed = before === undefined || before.store_ids.join() !== after.store_ids.join();
  if (scope !== undefined && changed && !isWithin(after.store_ids, scope)) {
    return forbidden('You can only assign people to stores you manage.', 'OTHER_STORES');
  }
  return undefined;
}

const isWithin = (ids: readonly string[], scope: readonly string[]): boolean =>
  ids.length > 0 && ids.every(id => scope.includes(id));

/** Users cannot lock themselves out by mistake or promote themselves. */
export function refuseSelfChange(
  actor: Staff,
  user: Pick<Assignment, 'role' | 'own_role'> & { id: string },
  change: { role?: Role; own_role_id?: string | null; is_active?: boolean },
): Failure | undefined {
  const { own_role_id: ownRoleId } = change;
  const losesAccess =
    change.is_active === false ||
    (change.role !== undefined && change.role !== user.role) ||
    (ownRoleId !== undefined && ownRoleId !== (user.own_role?.id ?? null));
  if (user.id !== actor.userId || !losesAccess) return undefined;
  return forbidden('Ask another person to change your own role or access.', 'OWN_ACCOUNT');
}

/** The database refuses the change, because others may be changing the other admins. */
export const lastAdmin = (): Failure =>
  conflict('LAST_ADMIN', 'This is the last active admin; appoint another one first.');

export const unknownOwnRole = (): Failure => invalidField('own_role_id', 'There is no such role.');
