import type { Reader } from '../../../platform/database/tx.js';
import { ageProof, type Person } from './repository.js';

/** Whether the session or user has an unexpired proof of at least `minimumAge`. */
export async function ageVerifiedFor(
  reader: Reader,
  person: Person,
  minimumAge: number,
  now = new Date(),
): Promise<boolean> {
  const proof = await ageProof(reader, person, now);
  return proof !== undefined && proof.verified_for_age >= minimumAge;
}
