import { addMs } from '../../../platform/clock.js';
import { invalid, invalidField } from '../../../platform/http/failure.js';
import { isLoopback } from '../../../platform/http/limits.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { localDay } from '../../../platform/local-day.js';
import type { Platform } from '../../../platform/platform.js';
import { clientHash } from '../../people/index.js';
import { findStore } from '../../stores/index.js';
import type { Shopper } from '../shopper.js';
import { ageStanding, saveAgeProof, saveAgeRefusal } from './repository.js';
import {
  type AgeRefusal,
  type AgeStanding,
  ageOn,
  DECLARED_MS,
  DEFAULT_MINIMUM_AGE,
  DOCUMENTED_MS,
  HIGHEST_AGE,
  REFUSED_MS,
  refusalOfClaim,
} from './rules.js';
import type { AgeBody } from './schemas.js';

/**
 * Computes the age and stores only the result, never the birth date or the document. An age below
 * the required one is refused for a day; until then a higher claim counts for no more than that age.
 */
export async function verifyAge(
  platform: Platform,
  shopper: Shopper,
  address: string,
  claim: Static<typeof AgeBody>,
): Promise<AgeStanding> {
  const { db, clock } = platform;
  const now = clock.now();
  const store = shopper.storeId === null ? undefined : await findStore(db, shopper.storeId);
  const today = localDay(now, store?.time_zone ?? 'UTC');
  const { field, birthDate } = birthDateIn(claim, today);
  const age = ageOn(today, birthDate);
  if (age === undefined) throw invalidField(field, 'This is not a plausible date of birth.');
  const client = clientOf(platform, address);
  const standing = await ageStanding(db, shopper, client, now);
  if (standing.proof?.is_checked) return standing;
  const refused = refusalOfClaim(standing);
  const proof = {
    verified_for_age: Math.min(age, refused?.age ?? HIGHEST_AGE, HIGHEST_AGE),
    method: claim.method,
    verified_at: now,
    expires_at: addMs(now, claim.document === undefined ? DECLARED_MS : DOCUMENTED_MS),
    is_checked: false,
  };
  await saveAgeProof(db, newId(), shopper, proof);
  const isTooYoung = age < (claim.minimum_age ?? DEFAULT_MINIMUM_AGE);
  // The refusal of an address becomes one of this visit, which stands wherever the visitor goes.
  if (!isTooYoung && refused === undefined) return { ...standing, proof };
  const refusal = isTooYoung
    ? { age: Math.min(age, refused?.age ?? age), until: addMs(now, REFUSED_MS) }
    : (refused as AgeRefusal);
  await saveAgeRefusal(db, shopper, isTooYoung ? client : null, { ...refusal, at: now });
  return { ...standing, proof, refused: refusal };
}

/** Loopback may be a proxy for all shoppers, so it is no address of one visitor. */
const clientOf = (platform: Platform, address: string): string | null =>
  isLoopback(address) && !platform.config.blockLoopback ? null : clientHash(platform, address);

function birthDateIn(
  { date_of_birth, document }: Static<typeof AgeBody>,
  today: string,
): { field: string; birthDate: string } {
  if (document === undefined) {
    if (date_of_birth !== undefined) return { field: 'date_of_birth', birthDate: date_of_birth };
    const message = 'Give a date of birth or a document.';
    throw invalid(message, { date_of_birth: [message], document: [message] });
  }
  if (date_of_birth !== undefined && date_of_birth !== document.date_of_birth) {
    throw invalidField('date_of_birth', 'The document shows another date of birth.');
  }
  if (document.expires_on !== undefined && document.expires_on < today) {
    throw invalidField('document.expires_on', 'The document has expired.', 'DOCUMENT_EXPIRED');
  }
  return { field: 'document.date_of_birth', birthDate: document.date_of_birth };
}
