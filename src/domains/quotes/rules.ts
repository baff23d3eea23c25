import { addMs, DAY_MS } from '../../platform/clock.js';
import { conflict, invalidField } from '../../platform/http/failure.js';

export const STATES = ['open', 'accepted', 'expired'] as const;
export type State = (typeof STATES)[number];

const DEFAULT_DAYS = 14;
const MOST_DAYS = 365;

/** Two weeks, unless the caller says until when. */
export function validUntil(asked: Date | undefined, now: Date): Date {
  if (asked === undefined) return addMs(now, DEFAULT_DAYS * DAY_MS);
  if (asked <= now) throw invalidField('valid_until', 'Must be in the future.');
  if (asked > addMs(now, MOST_DAYS * DAY_MS)) {
    throw invalidField('valid_until', `A quote is valid for ${MOST_DAYS} days at most.`);
  }
  return asked;
}

export const stateOf = (
  { accepted_at, valid_until }: { accepted_at: Date | null; valid_until: Date },
  now: Date,
): State => {
  if (accepted_at !== null) return 'accepted';
  return valid_until <= now ? 'expired' : 'open';
};

export const quoteExpired = (validUntilAt: Date) =>
  conflict('QUOTE_EXPIRED', 'This quote has expired; make a new one.', {
    expires_at: validUntilAt.toISOString(),
  });
