import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../../platform/http/failure.js';
import { type Principal, principalOf } from '../../access/index.js';

/** Who is signed in to the shop. A till's login belongs to the till, not to a person who shops. */
export function shopperOf(request: FastifyRequest): Principal {
  const principal = principalOf(request);
  if (principal.kind === 'staff' && principal.till !== null) {
    throw forbidden('Sign in to the shop to see your orders.', 'WEB_SESSION_REQUIRED');
  }
  return principal;
}
