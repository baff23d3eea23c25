import { DAY_MS } from '../../../platform/clock.js';

/** A self-declared age expires sooner than one shown by a document. */
export const DECLARED_MS = 30 * DAY_MS;
export const DOCUMENTED_MS = 365 * DAY_MS;

/**
 * Ages are capped for privacy: no law requires more, and an exact age would reveal the birth year.
 */
export const HIGHEST_AGE = 25;
export const DEFAULT_MINIMUM_AGE = 18;
const OLDEST_PERSON = 130;

/** The local date, such as `2026-07-09`. */
export const dayIn = (timeZone: string, at: Date): string =>
  // The Swedish locale formats dates as ISO 8601.
  at.toLocaleDateString('sv-SE', { timeZone });

/**
 * Age in full years. In a common year, a birthday on 29 February counts from 1 March. Undefined for
 * a date in the future or more than 130 years ago.
 */
export function ageOn(today: string, birthDate: string): number | undefined {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = birthDate.split('-').map(Number);
  const isBefore = month < bornMonth || (month === bornMonth && day < bornDay);
  const age = year - bornYear - (isBefore ? 1 : 0);
  return age >= 0 && age <= OLDEST_PERSON ? age : undefined;
}
