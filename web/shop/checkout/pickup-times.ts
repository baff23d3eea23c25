import { dayOf, momentOf } from '../../shared/clock.js';

const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The service accepts pickup times up to 30 days ahead. */
const DAYS_AHEAD = 30;
/** The store needs an hour to prepare the order. */
const NOTICE_MS = 2 * HALF_HOUR_MS;
const FIRST_MINUTE = 9 * 60;
const LAST_MINUTE = 19 * 60;

/** The instant of a minute of the day (`2026-07-09`) in the store's time zone. */
export function momentAt(day: string, minute: number, timeZone: string): Date {
  const time = new Date(minute * 60_000).toISOString().slice(11, 16);
  return momentOf(`${day}T${time}`, timeZone);
}

export function timesOn(day: string, now: Date, timeZone: string): Date[] {
  const times: Date[] = [];
  for (let minute = FIRST_MINUTE; minute <= LAST_MINUTE; minute += 30) {
    const at = momentAt(day, minute, timeZone);
    const ahead = at.getTime() - now.getTime();
    if (ahead >= NOTICE_MS && ahead < DAYS_AHEAD * DAY_MS) times.push(at);
  }
  return times;
}

/** Days with at least one pickup time, in the store's time zone. */
export function pickupDays(now: Date, timeZone: string): string[] {
  const today = Date.parse(`${dayOf(now, timeZone)}T12:00:00Z`);
  return Array.from({ length: DAYS_AHEAD }, (_, index) =>
    new Date(today + index * DAY_MS).toISOString().slice(0, 10),
  ).filter(day => timesOn(day, now, timeZone).length > 0);
}
