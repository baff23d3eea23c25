import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { commonOwnRole, outranks, type Staff, type TillStaff } from '../../access/index.js';
import { fullName, userByEmployeeRef, worksAt } from '../../people/index.js';
import { requirePresence } from './require-presence.js';

export type Place = TillStaff['till'];

/**
 * The employee who made the entry, with no more rights than the sender has as well: a cashier who
 * names a manager gains nothing. A person who decides about a held entry does so with the own rights.
 */
export async function actingStaff(
  reader: Reader,
  sender: Staff,
  till: Place,
  data: Record<string, unknown>,
  at: Date,
  decides = false,
): Promise<TillStaff> {
  const { employee_id: ref } = data;
  if (ref === undefined || (!decides && isOwn(sender, String(ref)))) return { ...sender, till };
  const user = await userByEmployeeRef(reader, String(ref));
  if (user === undefined || user.role === 'customer' || !worksAt(user, till.storeId)) {
    throw invalidField('employee_id', 'There is no such employee here.', 'UNKNOWN_EMPLOYEE');
  }
  if (!decides && user.id !== sender.userId) {
    await requirePresence(reader, user, till.terminalId, at);
  }
  const role = decides || !outranks(sender.role, user.role) ? sender.role : user.role;
  return {
    ...sender,
    till,
    role,
    ownRole: decides ? sender.ownRole : commonOwnRole(sender.ownRole, user.own_role ?? null),
    userId: user.id,
    name: fullName(user),
    employeeNumber: user.employee_number,
  };
}

/** Whether an entry names the person who sends it, who is logged in at this till. */
const isOwn = ({ userId, employeeNumber }: Staff, ref: string): boolean =>
  ref === employeeNumber || ref.toLowerCase() === userId;
