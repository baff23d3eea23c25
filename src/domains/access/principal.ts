import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/audit/entry.js';
import { forbidden, unauthenticated } from '../../platform/http/failure.js';
import {
  type Holder,
  holds,
  isForChain,
  type OwnRole,
  type Permission,
  type StaffRole,
} from './roles.js';

/** The authenticated caller of a request. */
export type Principal = Staff | Customer;

type Login = {
  sessionId: string;
  userId: string;
  name: string;
  /**
   * Browsers send cookies automatically, so unsafe requests with one must pass the origin check.
   */
  proof: 'token' | 'cookie';
};

export type Staff = Login & {
  kind: 'staff';
  role: StaffRole;
  /** Replaces the permissions of `role`, which remains the rank. */
  ownRole: OwnRole | null;
  employeeNumber: string | null;
  /** Stores the user may access; `all` for admins and for managers without assignments. */
  stores: 'all' | readonly string[];
  /** Set for a login at a till, which can access only the till's own store. */
  till: { storeId: string; terminalId: string } | null;
};

/** Staff logged in at a till. */
export type TillStaff = Staff & { till: NonNullable<Staff['till']> };

export type Customer = Login & { kind: 'customer'; role: 'customer' };

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export function staffOf(request: FastifyRequest): Staff {
  const { principal } = request;
  if (principal === null) throw unauthenticated();
  if (principal.kind !== 'staff') throw forbidden('This is for staff only.');
  return principal;
}

/** The caller of a route that only tills may call. */
export function tillStaffOf(request: FastifyRequest): TillStaff {
  const caller = staffOf(request);
  if (!isAtTill(caller)) throw forbidden('This needs a login at a till.', 'TERMINAL_REQUIRED');
  return caller;
}

const isAtTill = (caller: Staff): caller is TillStaff => caller.till !== null;

export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw unauthenticated();
  return request.principal;
}

/** The caller as the audit log names it; null without a login. */
export function actorOf({ principal }: FastifyRequest): Actor | null {
  if (principal === null) return null;
  const till = principal.kind === 'staff' ? principal.till : null;
  return {
    id: principal.userId,
    kind: principal.kind,
    storeId: till?.storeId ?? null,
    terminalId: till?.terminalId ?? null,
  };
}

export const can = (principal: Holder, permission: Permission): boolean =>
  holds(principal, permission);

/**
 * Like `can`, for permissions that are about the whole chain too: those need every store, which
 * admins have and managers without assignments. A login at a till does not take that away.
 */
export const canInChain = (staff: Holder & Pick<Staff, 'stores'>, permission: Permission) =>
  can(staff, permission) && (staff.stores === 'all' || !isForChain(permission));

type Scoped = Pick<Staff, 'stores' | 'till'>;

/** Store ids that limit the caller's lists; undefined means no limit. */
export function storeScope(staff: Scoped): readonly string[] | undefined {
  if (staff.till) return [staff.till.storeId];
  return staff.stores === 'all' ? undefined : staff.stores;
}

export function maySee(staff: Scoped, storeId: string): boolean {
  const scope = storeScope(staff);
  return scope === undefined || scope.includes(storeId);
}

/** Whether a record of these stores concerns the caller; null means that it is the chain's. */
export function seesAnyOf(staff: Staff, storeIds: readonly string[] | null): boolean {
  const scope = storeScope(staff);
  return scope === undefined || storeIds === null || storeIds.some(id => scope.includes(id));
}

/** Who changes an order by the rules of staff. The shop acting for a guest has no user. */
export type OrderActor = Scoped & Pick<Staff, 'role' | 'ownRole'> & { userId: string | null };

/**
 * The shop acting on an order of this customer by the rules that staff follow: with the rights of a
 * manager, in the store of the order alone. Records name the customer, and nobody for a guest.
 */
export const shopActingFor = (customerId: string | null, storeId: string): OrderActor => ({
  role: 'manager',
  ownRole: null,
  stores: [storeId],
  till: null,
  userId: customerId,
});

/**
 * The namespace of a caller's idempotency keys. At a till it is user and terminal instead of the
 * session, because a till that was offline retries its requests after a new login.
 */
export const keyScope = (caller: Staff): string =>
  caller.till ? `${caller.userId}@${caller.till.terminalId}` : caller.sessionId;
