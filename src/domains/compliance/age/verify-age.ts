import { addMs } from '../../../platform/clock.js';
import { invalid, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { findStore } from '../../stores/index.js';
import type { Shopper } from '../shopper.js';
import { type AgeVerification, saveAgeProof } from './repository.js';
import { ageOn, DECLARED_MS, DOCUMENTED_MS, dayIn, HIGHEST_AGE } from './rules.js';
import type { AgeBody } from './schemas.js';

/** Computes the age and stores only the result, never the birth date or the document. */
export async function verifyAge(
  { db, clock }: Platform,
  shopper: Shopper,
  claim: Static<typeof AgeBody>,
): Promise<AgeVerification> {
  const now = clock.now();
  const store = shopper.storeId === null ? undefined : await findStore(db, shopper.storeId);
  const today = dayIn(store?.time_zone ?? 'UTC', now);
  const { field, birthDate } = birthDateIn(claim, today);
  const age = ageOn(today, birthDate);
  if (age === undefined) throw invalidField(field, 'This is not a plausible date of birth.');
  const proof = {
    verified_for_age: Math.min(age, HIGHEST_AGE),
    method: claim.method,
    verified_at: now,
    expires_at: addMs(now, claim.document === undefined ? DECLARED_MS : DOCUMENTED_MS),
  };
  await saveAgeProof(db, newId(), shopper, proof);
  return proof;
}

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
