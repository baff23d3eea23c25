import { addMs } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Staff } from '../../access/index.js';
import { userById } from '../../people/index.js';
import { ageStanding, deleteAgeRefusals, saveAgeProof } from './repository.js';
import { type AgeStanding, DOCUMENTED_MS, HIGHEST_AGE } from './rules.js';

/** Staff checked the age of a customer at the counter; this outranks a refusal. */
export async function checkCustomerAge(
  tx: Tx,
  caller: Staff,
  check: { customer: string; method: string; minimum_age: number },
  now: Date,
): Promise<AgeStanding> {
  const customer = await userById(tx, check.customer);
  if (customer === undefined) throw invalidField('customer', 'There is no such customer.');
  const person = { sessionId: null, userId: customer.id };
  await saveAgeProof(tx, newId(), person, {
    verified_for_age: Math.min(check.minimum_age, HIGHEST_AGE),
    method: check.method,
    verified_at: now,
    expires_at: addMs(now, DOCUMENTED_MS),
    is_checked: true,
    checked_by: caller.userId,
  });
  await deleteAgeRefusals(tx, person);
  return ageStanding(tx, person, null, now);
}
