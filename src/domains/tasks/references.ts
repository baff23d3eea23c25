import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { userByEmployeeRef, worksAt } from '../people/index.js';

/** The assignee in a body must work at the task's store, or they could not see the task. */
export async function resolveAssignee(
  reader: Reader,
  ref: string,
  storeId: string,
): Promise<string> {
  const person = await userByEmployeeRef(reader, ref);
  if (person === undefined || !person.is_active || !worksAt(person, storeId)) {
    throw invalidField('assigned_to', 'No employee with this id or number works at the store.');
  }
  return person.id;
}
