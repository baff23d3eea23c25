import type { Reader } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { fullName, type User } from '../../people/index.js';
import { allStores, type ListedStore } from '../../stores/index.js';
import { zoneOf } from '../reports/scope.js';
import { recipientsOf, storesFor } from './recipients.js';
import type { Schedule } from './repository.js';
import type { ScheduleAnswer } from './schemas.js';

type Shown = Static<typeof ScheduleAnswer>;

export async function presentSchedules(
  reader: Reader,
  platform: Platform,
  schedules: readonly Schedule[],
): Promise<Shown[]> {
  const ids = new Set(schedules.flatMap(schedule => schedule.recipient_ids));
  const stores = await allStores(platform);
  const people = await recipientsOf(reader, [...ids]);
  return schedules.map(schedule => {
    const about = stores.filter(({ id }) => schedule.store_id === null || id === schedule.store_id);
    const recipients = schedule.recipient_ids.flatMap(
      id => people.find(person => person.id === id) ?? [],
    );
    return shown(schedule, about, recipients);
  });
}

const shown = (
  schedule: Schedule,
  stores: readonly ListedStore[],
  recipients: readonly User[],
): Shown => ({
  id: schedule.id,
  name: schedule.name,
  store: schedule.store_id === null ? null : (stores[0]?.code ?? null),
  report: schedule.report,
  by: schedule.group_by as Shown['by'],
  compared_with: schedule.compared_with as Shown['compared_with'],
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  hour: schedule.hour,
  time_zone: zoneOf(stores),
  recipients: recipients.map(person => ({
    id: person.id,
    name: fullName(person),
    email: person.email,
    may_read: storesFor(person, stores).length > 0 && person.email !== null,
  })),
  other_recipients: schedule.other_recipients,
  is_active: schedule.is_active,
  next_at: schedule.is_active ? schedule.due_at.toISOString() : null,
  last_sent_at: schedule.last_sent_at?.toISOString() ?? null,
  error: schedule.error,
});
