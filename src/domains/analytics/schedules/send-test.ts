import { atomically } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { localDay } from '../../../platform/local-day.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { userById } from '../../people/index.js';
import { zoneOf } from '../reports/scope.js';
import { readsCosts, storesFor, storesOfSchedule } from './recipients.js';
import { readScheduled, reportMail } from './report-mail.js';
import type { Schedule } from './repository.js';
import { periodBefore } from './rules.js';
import { requireReports } from './save-schedule.js';

/** Mails the report of the last period to the caller; returns the address. */
export async function sendTest(
  platform: Platform,
  caller: Staff,
  schedule: Schedule,
): Promise<string> {
  requireReports(caller);
  const person = await userById(platform.db, caller.userId);
  if (!person?.email) {
    throw conflict('NO_EMAIL', 'Your user has no email address.');
  }
  const stores = storesFor(person, await storesOfSchedule(platform, schedule.store_id));
  const today = localDay(platform.clock.now(), zoneOf(stores));
  const period = periodBefore(schedule.frequency, today);
  const answer = await readScheduled(platform, schedule, stores, period);
  const { email, language } = person;
  const mail = reportMail(platform, schedule, answer, {
    email,
    language,
    stores,
    readsCosts: readsCosts(person),
  });
  await atomically(platform.db, tx => queueMail(tx, platform, mail));
  return email;
}
