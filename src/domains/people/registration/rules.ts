import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';

export const PENDING_MS = HOUR_MS;
export const CODE_MS = 10 * MINUTE_MS;
export const RESEND_EVERY_MS = 60 * SECOND_MS;
export const MAX_RESENDS = 3;
export const MAX_TRIES = 5;

export type PendingRegistration = {
  expires_at: Date;
  verified_at: Date | null;
  tries: number;
  resends: number;
  last_sent_at: Date;
};

/** Only a pending registration accepts a code. */
export function stateOf(
  registration: PendingRegistration,
  now: Date,
): 'pending' | 'verified' | 'expired' | 'exhausted' {
  if (registration.verified_at !== null) return 'verified';
  if (registration.expires_at <= now) return 'expired';
  return registration.tries >= MAX_TRIES ? 'exhausted' : 'pending';
}

/** The earliest time of the next resend; null if none is left. */
export function resendAvailableAt(
  registration: Pick<PendingRegistration, 'resends' | 'last_sent_at'>,
): Date | null {
  if (registration.resends >= MAX_RESENDS) return null;
  return addMs(registration.last_sent_at, RESEND_EVERY_MS);
}
