import type { Reader } from '../../../platform/database/tx.js';
import { ageStanding, type Person } from './repository.js';
import { standingAge } from './rules.js';

/** Whether the session or user has an unexpired proof of at least `minimumAge` and no refusal. */
export async function ageVerifiedFor(
  reader: Reader,
  person: Person,
  minimumAge: number,
  now = new Date(),
): Promise<boolean> {
  return standingAge(await ageStanding(reader, person, null, now)) >= minimumAge;
}
