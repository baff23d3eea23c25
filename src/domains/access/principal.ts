import type { FastifyRequest } from 'fastify';
import { forbidden, unauthenticated } from '../../platform/http/failure.js';
import { type Permission, type Role, roleHolds, type StaffRole } from './roles.js';

/** Who is calling, as far as a live login proves it. */
export type Principal = Staff | Customer;

type Login = {
  sessionId: string;
  userId: string;
  name: string;
  /** A cookie travels by itself, so unsafe requests that rely on it must come from our own pages. */
  proof: 'token' | 'cookie';
};

export type Staff = Login & {
  kind: 'staff';
  role: StaffRole;
  employeeNumber: string | null;
  /** Stores this person may see; `all` for admins and for managers without assignments. */
  stores: 'all' | readonly string[];
  /** Set when the login happened at a till: such callers see only that store. */
  till: { storeId: string; terminalId: string } | null;
};

export type Customer = Login & { kind: 'customer'; role: 'customer' };

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** The caller of a route that only staff may reach. */
export function staffOf(request: FastifyRequest): Staff {
  const { principal } = request;
  if (principal === null) throw unauthenticated();
  if (principal.kind !== 'staff') throw forbidden('This is for staff only.');
  return principal;
}

export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw unauthenticated();
  return request.principal;
}

export const can = (principal: { role: Role }, permission: Permission): boolean =>
  roleHolds(principal.role, permission);

/** The stores a caller's lists are limited to; undefined means no limit. */
export function storeScope(staff: Staff): readonly string[] | undefined {
  if (staff.till) return [staff.till.storeId];
  return staff.stores === 'all' ? undefined : staff.stores;
}

export function maySee(staff: Staff, storeId: string): boolean {
  const scope = storeScope(staff);
  return scope === undefined || scope.includes(storeId);
}

/**
 * Whose idempotency keys are told apart. A till that was offline repeats itself after a new login:
 * the person and the till are the same, the session is not.
 */
export const keyScope = (caller: Staff): string =>
  caller.till ? `${caller.userId}@${caller.till.terminalId}` : caller.sessionId;
