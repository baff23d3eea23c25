import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { fullName, usersById } from '../people/index.js';
import { cashFlowOf } from './report-repository.js';
import type { Shift } from './repository.js';
import { denominationsOf, expectedOf, isBlind, varianceOf } from './rules.js';

/** Loads the names of users with one query. */
export async function namesOf(reader: Reader, ids: readonly (string | null)[]) {
  const known = [...new Set(ids)].filter(id => id !== null);
  const people = known.length === 0 ? [] : await usersById(reader, known);
  const names = new Map(people.map(person => [person.id, fullName(person)]));
  return (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
}

export async function presentShifts(reader: Reader, caller: Staff, shifts: readonly Shift[]) {
  const nameOf = await namesOf(
    reader,
    shifts.flatMap(shift => [shift.opened_by, shift.closed_by]),
  );
  return Promise.all(
    shifts.map(async shift => ({
      id: shift.id,
      store: shift.store_id,
      store_code: shift.store_code,
      store_name: shift.store_name,
      terminal_id: shift.terminal_id,
      business_date: shift.business_date,
      status: shift.status,
      currency: shift.currency,
      denominations: denominationsOf(shift.currency).map(value =>
        formatMoney(value, shift.currency),
      ),
      opening_float: shift.opening_float,
      opened_by: shift.opened_by,
      opened_by_name: nameOf(shift.opened_by),
      opened_at: shift.opened_at.toISOString(),
      counts: shift.counts,
      ...(await drawerOf(reader, caller, shift)),
      variance_reason: shift.variance_reason,
      closed_by: shift.closed_by,
      closed_by_name: nameOf(shift.closed_by),
      closed_at: shift.closed_at?.toISOString() ?? null,
      z_number: shift.z_number,
    })),
  );
}

export async function presentShift(reader: Reader, caller: Staff, shift: Shift) {
  const [presented] = await presentShifts(reader, caller, [shift]);
  if (presented === undefined) throw new Error('presenting a shift failed');
  return presented;
}

/** Stored amounts of a closed shift; computed ones of an open shift, hidden before a count. */
async function drawerOf(reader: Reader, caller: Staff, shift: Shift) {
  if (shift.status === 'closed') {
    const { expected_amount, counted_amount, variance } = shift;
    return { expected_amount, counted_amount, variance };
  }
  const counted_amount = shift.last_count;
  if (isBlind(caller, shift)) return { expected_amount: null, counted_amount, variance: null };
  const expectedMinor = expectedOf(await cashFlowOf(reader, shift.id), shift.currency);
  return {
    expected_amount: formatMoney(expectedMinor, shift.currency),
    counted_amount,
    variance:
      counted_amount === null
        ? null
        : formatMoney(varianceOf(counted_amount, expectedMinor, shift.currency), shift.currency),
  };
}
