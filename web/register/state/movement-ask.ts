import { ApiError } from '@tillhouse/client';
import type { Ask } from './approval-ask.js';
import { minor } from './till-money.js';

/** The request that a refused movement of cash asks for; only the service knows the drawer. */
export function movementAsk(error: unknown, reason: string): Omit<Ask, 'onApproved'> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') return undefined;
  const { request_type: type, amount, details } = error.details;
  if (typeof type !== 'string' || typeof amount !== 'string') return undefined;
  return {
    requestType: type,
    about: 'cash',
    amountMinor: minor(amount),
    reason,
    details: { ...(details as object | undefined) },
  };
}
