import type { Session } from './types.js';

/** Whether the role of the cashier, built in or the shop's own, has a permission; the service checks it again. */
export const may = (
  { permissions = [] }: Pick<Session, 'permissions'>,
  permission: string,
): boolean => permissions.includes(permission);

/** A return that waits for a decision which the cashier may not make. */
export const needsDecision = (
  seller: Pick<Session, 'permissions'>,
  { status }: { status: string },
): boolean => status === 'pending' && !may(seller, 'return.decide');
