import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { userByEmployeeRef, worksAt } from '../people/index.js';

/** The person a body gives a task to: somebody who works where the task is, and so can see it. */
export async function resolveAssignee(
  reader: Reader,
  ref: string,
  storeId: string,
): Promise<string> {
  const person = await userByEmployeeRef(reader, ref);
  if (person === undefined || !person.is_active || !worksAt(person, storeId)) {
    throw invalidField('assigned_to', 'Nobody of this id or number works at the store.');
  }
  return person.id;
}
