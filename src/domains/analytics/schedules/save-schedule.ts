import type { Tx } from '../../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { can, maySee, type Staff, storeScope } from '../../access/index.js';
import type { User } from '../../people/index.js';
import { type ListedStore, listedStore } from '../../stores/index.js';
import { zoneOf } from '../reports/scope.js';
import { peopleByRefs, recipientsOf, storesFor, storesOfSchedule } from './recipients.js';
import {
  countSchedules,
  dueAround,
  findSchedule,
  insertSchedule,
  type Schedule,
  updateSchedule,
  writeRecipients,
} from './repository.js';
import type { ScheduleBody } from './schemas.js';

export type ScheduleInput = Static<typeof ScheduleBody>;

const MAX_SCHEDULES = 500;

/** Creates a schedule, or changes the given fields of one. A new timing counts from now. */
export async function saveSchedule(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  id: string | undefined,
  input: Partial<ScheduleInput>,
): Promise<Schedule> {
  requireReports(caller);
  const before = id === undefined ? undefined : await findSchedule(tx, id, storeScope(caller));
  if (id !== undefined && before === undefined) throw notFound('Report schedule');
  if (before === undefined && (await countSchedules(tx)) >= MAX_SCHEDULES) {
    throw conflict('TOO_MANY_SCHEDULES', `There are ${MAX_SCHEDULES} report schedules already.`);
  }
  const storeId = await storeOf(platform, caller, input, before);
  const stores = await storesOfSchedule(platform, storeId);
  const people = await peopleOf(tx, input.recipients, before);
  // A recipient who lost the permission must not prevent others from pausing the report.
  if (input.recipients !== undefined || storeId !== before?.store_id) {
    refuseOutsiders(people, stores);
  }
  const now = platform.clock.now();
  const row = { ...columnsOf(input, before), store_id: storeId };
  const { next } = await dueAround(tx, { ...row, timeZone: zoneOf(stores) }, now);
  const saved = before?.id ?? newId();
  if (before === undefined) {
    await insertSchedule(tx, { id: saved, ...row, due_at: next, created_by: caller.userId });
  } else {
    await updateSchedule(tx, saved, { ...row, due_at: next, error: null, updated_at: now });
  }
  await writeRecipients(
    tx,
    saved,
    people.map(person => person.id),
  );
  const schedule = await findSchedule(tx, saved, undefined);
  if (schedule === undefined) throw notFound('Report schedule');
  return schedule;
}

/** An own role may change settings only: an address outside would show such a person the figures. */
export function requireReports(caller: Staff): void {
  if (can(caller, 'report.read')) return;
  throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
}

/** The fields that were sent, else those of the record, else the defaults. */
function columnsOf(input: Partial<ScheduleInput>, before: Schedule | undefined) {
  const name = input.name ?? before?.name;
  const report = input.report ?? before?.report;
  const frequency = input.frequency ?? before?.frequency;
  if (name === undefined || report === undefined || frequency === undefined) {
    throw new Error('the schema requires name, report and frequency');
  }
  return {
    name,
    report,
    frequency,
    group_by: input.by ?? before?.group_by ?? 'store',
    compared_with: input.compared_with ?? before?.compared_with ?? 'previous_period',
    weekday: input.weekday ?? before?.weekday ?? 1,
    hour: input.hour ?? before?.hour ?? 7,
    other_recipients: input.other_recipients
      ? [...new Set(input.other_recipients.map(address => address.toLowerCase()))].sort()
      : (before?.other_recipients ?? []),
    is_active: input.is_active ?? before?.is_active ?? true,
  };
}

/** Null means every store, which only a user of every store may choose. */
async function storeOf(
  platform: Platform,
  caller: Staff,
  { store: ref }: Partial<ScheduleInput>,
  before: Schedule | undefined,
): Promise<string | null> {
  if (ref === undefined && before !== undefined) return before.store_id;
  if (ref === undefined || ref === null) {
    if (storeScope(caller) === undefined) return null;
    throw forbidden('You do not manage every store; name one.', 'OTHER_STORES');
  }
  const store = await listedStore(platform, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

async function peopleOf(
  tx: Tx,
  refs: readonly string[] | undefined,
  before: Schedule | undefined,
): Promise<User[]> {
  if (refs === undefined) return recipientsOf(tx, before?.recipient_ids ?? []);
  const people = await peopleByRefs(tx, refs);
  if (people === undefined) throw unknownRecipient();
  return people;
}

const unknownRecipient = () => invalidField('recipients', 'One of the recipients does not exist.');

/** A customer gets the same error as an unknown person. */
function refuseOutsiders(people: readonly User[], stores: readonly ListedStore[]): void {
  if (people.some(person => person.role === 'customer')) {
    throw unknownRecipient();
  }
  if (people.some(person => storesFor(person, stores).length === 0)) {
    throw invalidField('recipients', 'One of the recipients may not read reports of this store.');
  }
  if (people.some(person => person.email === null)) {
    throw invalidField('recipients', 'One of the recipients has no email address.');
  }
}
