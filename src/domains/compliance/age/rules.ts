import { DAY_MS } from '../../../platform/clock.js';

/** What a customer typed is asked for again sooner than what a document showed. */
export const DECLARED_MS = 30 * DAY_MS;
export const DOCUMENTED_MS = 365 * DAY_MS;

/** No law asks for more years than these; beyond them an exact age would be a birth year in disguise. */
export const HIGHEST_AGE = 25;
export const DEFAULT_MINIMUM_AGE = 18;
const OLDEST_PERSON = 130;

/** The day it is somewhere, as `2026-07-09`. */
export const dayIn = (timeZone: string, at: Date): string =>
  // Swedish writes dates as ISO 8601 does.
  at.toLocaleDateString('sv-SE', { timeZone });

/**
 * Full years on a day. Whoever was born on 29 February has the birthday on 1 March of a common
 * year. Undefined when nobody alive was born on that day.
 */
export function ageOn(today: string, birthDate: string): number | undefined {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = birthDate.split('-').map(Number);
  const isBefore = month < bornMonth || (month === bornMonth && day < bornDay);
  const age = year - bornYear - (isBefore ? 1 : 0);
  return age >= 0 && age <= OLDEST_PERSON ? age : undefined;
}
