import { atomically } from '../../../platform/database/tx.js';
import { type Mail, queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { ListedStore } from '../../stores/index.js';
import { zoneOf } from '../reports/scope.js';
import type { Day } from '../rollup/rules.js';
import { readsCosts, recipientsOf, storesFor, storesOfSchedule } from './recipients.js';
import { readScheduled, reportMail } from './report-mail.js';
import {
  claimAddressMail,
  claimReportMail,
  dueAround,
  dueSchedules,
  forgetReportMails,
  lockDueSchedule,
  type Schedule,
  updateSchedule,
} from './repository.js';
import { periodBefore } from './rules.js';

const BATCH = 100;

/**
 * Mails the reports that are due. After a pause, such as a night without the service, a report is
 * sent once, for the last period. A report that fails is tried again with the next run.
 */
export async function mailDueReports(platform: Platform): Promise<void> {
  const { db, clock, log } = platform;
  for (const schedule of await dueSchedules(db, clock.now(), BATCH)) {
    try {
      await mailReport(platform, schedule);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ schedule: schedule.id, reason }, 'a report was not mailed; will retry');
      await atomically(db, tx => updateSchedule(tx, schedule.id, { error: reason.slice(0, 500) }));
    }
  }
}

/** Reads the report without a lock, then writes all of its mails in one transaction. */
async function mailReport(platform: Platform, schedule: Schedule): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const stores = await storesOfSchedule(platform, schedule.store_id);
  const { last, next } = await dueAround(db, { ...schedule, timeZone: zoneOf(stores) }, now);
  const period = periodBefore(schedule.frequency, last.day);
  const mails = await mailsOf(platform, schedule, period);
  await atomically(db, async tx => {
    if ((await lockDueSchedule(tx, schedule.id, schedule.due_at)) === undefined) return;
    let isSent = false;
    for (const { userId, mail } of mails) {
      const sent = { scheduleId: schedule.id, periodTo: period.to, now };
      const isNew =
        userId === null
          ? await claimAddressMail(tx, { ...sent, address: mail.to })
          : await claimReportMail(tx, { ...sent, userId });
      if (!isNew) continue;
      await queueMail(tx, platform, mail);
      isSent = true;
    }
    await forgetReportMails(tx, schedule.id, period.from);
    await updateSchedule(tx, schedule.id, {
      due_at: next,
      error: null,
      ...(isSent && { last_sent_at: now }),
    });
  });
}

/** `userId` is null for an address outside of the staff. */
type Written = { userId: string | null; mail: Mail };

/**
 * One mail for each recipient who may still read the report; stores are those of the recipient.
 * Addresses outside of the staff get the stores and costs that one of these recipients sees.
 */
async function mailsOf(
  platform: Platform,
  schedule: Schedule,
  period: { from: Day; to: Day },
): Promise<Written[]> {
  const stores = await storesOfSchedule(platform, schedule.store_id);
  const answers = new Map<string, ReturnType<typeof readScheduled>>();
  const answerFor = (own: readonly ListedStore[]): ReturnType<typeof readScheduled> => {
    const key = own.map(store => store.id).join();
    const answer = answers.get(key) ?? readScheduled(platform, schedule, own, period);
    answers.set(key, answer);
    return answer;
  };
  const written: Written[] = [];
  const seen = new Set<ListedStore>();
  let showsCosts = false;
  for (const person of await recipientsOf(platform.db, schedule.recipient_ids)) {
    const own = storesFor(person, stores);
    if (own.length === 0 || person.email === null) continue;
    const { email, language } = person;
    const recipient = { email, language, stores: own, readsCosts: readsCosts(person) };
    showsCosts ||= recipient.readsCosts;
    const mail = reportMail(platform, schedule, await answerFor(own), recipient);
    written.push({ userId: person.id, mail });
    for (const store of own) seen.add(store);
  }
  if (written.length === 0) return [];
  const shown = stores.filter(store => seen.has(store));
  const known = new Set(written.map(({ mail }) => mail.to.toLowerCase()));
  for (const email of schedule.other_recipients.filter(address => !known.has(address))) {
    const recipient = {
      email,
      language: null,
      stores: shown,
      readsCosts: showsCosts,
      isOutside: true,
    };
    const mail = reportMail(platform, schedule, await answerFor(shown), recipient);
    written.push({ userId: null, mail });
  }
  return written;
}
