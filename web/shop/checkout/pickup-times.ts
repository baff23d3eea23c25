import { dayOf, momentOf } from '../../shared/clock.js';
import type { Store } from '../types.js';

const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The service accepts pickup times up to 30 days ahead. */
const DAYS_AHEAD = 30;
/** `24:00` is the next day. */
const LAST_MINUTE = 24 * 60 - 1;
/** The store needs an hour to prepare the order. */
const NOTICE_MS = 2 * HALF_HOUR_MS;
/** Hours of a store that has set none. */
const USUAL_SPAN = { opens: '09:00', closes: '19:00' };

/** When a store hands over orders. */
export type PickupHours = Pick<Store, 'pickup_hours' | 'special_days'>;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The times of a day (`2026-07-09`) between which orders are handed over. */
export function spansOn(day: string, hours: PickupHours | undefined) {
  const special = hours?.special_days.find(({ date }) => date === day);
  if (special !== undefined) return special.hours;
  const weekly = hours?.pickup_hours ?? [];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return weekly.length === 0 ? [USUAL_SPAN] : weekly.filter(span => span.day === weekday);
}

/** The instant of a minute of the day (`2026-07-09`) in the store's time zone. */
export function momentAt(day: string, minute: number, timeZone: string): Date {
  const time = new Date(minute * 60_000).toISOString().slice(11, 16);
  return momentOf(`${day}T${time}`, timeZone);
}

/** Every half hour, in the store's time zone. */
export function timesOn(day: string, now: Date, timeZone: string, hours?: PickupHours): Date[] {
  const times: Date[] = [];
  for (const { opens, closes } of spansOn(day, hours)) {
    const last = Math.min(minuteOf(closes), LAST_MINUTE);
    for (let minute = minuteOf(opens); minute <= last; minute += 30) {
      const at = momentAt(day, minute, timeZone);
      const ahead = at.getTime() - now.getTime();
      if (ahead >= NOTICE_MS && ahead < DAYS_AHEAD * DAY_MS) times.push(at);
    }
  }
  return times.sort((one, other) => one.getTime() - other.getTime());
}

/** Days with at least one pickup time, in the store's time zone. */
export function pickupDays(now: Date, timeZone: string, hours?: PickupHours): string[] {
  const today = Date.parse(`${dayOf(now, timeZone)}T12:00:00Z`);
  return Array.from({ length: DAYS_AHEAD }, (_, index) =>
    new Date(today + index * DAY_MS).toISOString().slice(0, 10),
  ).filter(day => timesOn(day, now, timeZone, hours).length > 0);
}
