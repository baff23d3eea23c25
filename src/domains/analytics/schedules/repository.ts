import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ReportSchedules } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Day } from '../rollup/rules.js';
import type { Frequency, MailedReport } from './rules.js';

export type Schedule = Omit<Selectable<ReportSchedules>, 'report' | 'frequency'> & {
  report: MailedReport;
  frequency: Frequency;
  recipient_ids: string[];
};

type Timing = { frequency: Frequency; weekday: number; hour: number; timeZone: string };

const COLUMNS = `s.*, array(select user_id from report_schedule_recipients
  where schedule_id = s.id order by user_id) as recipient_ids`;

/** Newest first; `scope` undefined shows all, and only then those about every store. */
export const listSchedules = (
  reader: Reader,
  scope: readonly string[] | undefined,
  before: string | undefined,
  limit: number,
): Promise<Schedule[]> =>
  statement(
    reader,
    `select ${COLUMNS} from report_schedules s
     where ($1::uuid[] is null or s.store_id = any($1)) and ($2::uuid is null or s.id < $2)
     order by s.id desc limit $3`,
    [scope ?? null, before ?? null, limit],
  );

export async function findSchedule(
  reader: Reader,
  id: string,
  scope: readonly string[] | undefined,
): Promise<Schedule | undefined> {
  const [found] = await statement<Schedule>(
    reader,
    `select ${COLUMNS} from report_schedules s
     where s.id = $1 and ($2::uuid[] is null or s.store_id = any($2))`,
    [id, scope ?? null],
  );
  return found;
}

/** Blocks changes and other nodes until the mails of the period are written. */
export async function lockDueSchedule(
  tx: Tx,
  id: string,
  dueAt: Date,
): Promise<{ id: string } | undefined> {
  const [found] = await statement<{ id: string }>(
    tx,
    'select id from report_schedules where id = $1 and due_at = $2 and is_active for update',
    [id, dueAt],
  );
  return found;
}

export const dueSchedules = (reader: Reader, now: Date, limit: number): Promise<Schedule[]> =>
  statement(
    reader,
    `select ${COLUMNS} from report_schedules s where s.is_active and s.due_at <= $1
     order by s.due_at, s.id limit $2`,
    [now, limit],
  );

export const countSchedules = async (tx: Tx): Promise<number> => {
  const [row] = await statement<{ count: number }>(
    tx,
    'select count(*)::int as count from report_schedules',
  );
  return row?.count ?? 0;
};

export const insertSchedule = (tx: Tx, row: Insertable<ReportSchedules>) =>
  tx.insertInto('report_schedules').values(row).execute();

export const updateSchedule = (tx: Tx, id: string, row: Updateable<ReportSchedules>) =>
  tx.updateTable('report_schedules').set(row).where('id', '=', id).execute();

export const deleteSchedule = (tx: Tx, id: string) =>
  tx.deleteFrom('report_schedules').where('id', '=', id).execute();

export async function writeRecipients(
  tx: Tx,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  await statement(tx, 'delete from report_schedule_recipients where schedule_id = $1', [id]);
  await statement(
    tx,
    `insert into report_schedule_recipients (schedule_id, user_id)
     select $1, unnest($2::uuid[])`,
    [id, userIds],
  );
}

/** True: this period has not been mailed to the person yet. */
export async function claimReportMail(
  tx: Tx,
  mail: { scheduleId: string; userId: string; periodTo: Day; now: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into report_mails (schedule_id, user_id, period_to, queued_at) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [mail.scheduleId, mail.userId, mail.periodTo, mail.now],
  );
  return rows.length > 0;
}

/** True: this period has not been mailed to the address yet. */
export async function claimAddressMail(
  tx: Tx,
  mail: { scheduleId: string; address: string; periodTo: Day; now: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into report_address_mails (schedule_id, address, period_to, queued_at)
     values ($1, $2, $3, $4) on conflict do nothing returning address`,
    [mail.scheduleId, mail.address, mail.periodTo, mail.now],
  );
  return rows.length > 0;
}

/** A report is sent for its last period only, so older rows guard nothing. */
export async function forgetReportMails(tx: Tx, scheduleId: string, before: Day): Promise<void> {
  for (const table of ['report_mails', 'report_address_mails']) {
    await statement(tx, `delete from ${table} where schedule_id = $1 and period_to < $2`, [
      scheduleId,
      before,
    ]);
  }
}

/** The moments before and after `now` at which the report is due, by the clock of the store. */
export async function dueAround(
  reader: Reader,
  { frequency, weekday, hour, timeZone }: Timing,
  now: Date,
): Promise<{ last: { at: Date; day: Day }; next: Date }> {
  const moments = await statement<{ at: Date; day: Day; is_past: boolean }>(
    reader,
    `select at, day, at <= $1::timestamptz as is_past from (
       select d.day::date as day, (d.day + make_interval(hours => $2::int)) at time zone $3 as at
       from generate_series(($1::timestamptz at time zone $3)::date::timestamp - interval '33 days',
         ($1::timestamptz at time zone $3)::date::timestamp + interval '33 days', interval '1 day') as d(day)
       where case $4::text when 'daily' then true
         when 'weekly' then extract(isodow from d.day) = $5::int
         else extract(day from d.day) = 1 end) as due
     order by at`,
    [now, hour, timeZone, frequency, weekday],
  );
  const last = moments.findLast(({ is_past }) => is_past);
  const next = moments.find(({ is_past }) => !is_past);
  if (last === undefined || next === undefined) throw new Error('a month has a day that is due');
  return { last, next: next.at };
}
