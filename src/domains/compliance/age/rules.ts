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

/** How long a refused age stands. */
export const REFUSED_MS = DAY_MS;

export type AgeVerification = {
  verified_for_age: number;
  method: string;
  verified_at: Date;
  expires_at: Date;
  /** Staff looked at the person or the document. */
  is_checked: boolean;
};

export type AgeRefusal = { age: number; until: Date };

/** What is known about the age of a person. */
export type AgeStanding = {
  proof: AgeVerification | undefined;
  /** A refusal of the visit or the customer. */
  refused: AgeRefusal | undefined;
  /** A refusal of anyone at the same IP address. */
  clientRefused: AgeRefusal | undefined;
  /** The customer has an approved credential. */
  isIdentified: boolean;
};

/** A check by staff and an approved credential outrank a refusal. */
const outranksRefusals = ({ proof, isIdentified }: AgeStanding): boolean =>
  isIdentified || proof?.is_checked === true;

/** The refusal that caps the proof of a person, if any. */
export const refusalOf = (standing: AgeStanding): AgeRefusal | undefined =>
  outranksRefusals(standing) ? undefined : standing.refused;

/**
 * The refusal that caps a new claim. That of the address counts only for people without a proof, so
 * that one visitor does not take away what others at that address have proved.
 */
export const refusalOfClaim = (standing: AgeStanding): AgeRefusal | undefined =>
  refusalOf(standing) ??
  (standing.proof === undefined && !standing.isIdentified ? standing.clientRefused : undefined);

/** The age that counts at a gate. */
export const standingAge = (standing: AgeStanding): number =>
  Math.min(standing.proof?.verified_for_age ?? -1, refusalOf(standing)?.age ?? HIGHEST_AGE);

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
