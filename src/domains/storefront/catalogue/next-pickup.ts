import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/clock.js';
import { type Hours, isPickupTime, localTime } from '../../stores/index.js';

const HALF_HOUR_MS = 30 * MINUTE_MS;
/** The store needs an hour to prepare an order. */
const NOTICE_MS = 2 * HALF_HOUR_MS;
const DAYS_AHEAD = 8;
/** Hours of a store that has set none, the same as at the checkout. */
const USUAL = Array.from({ length: 7 }, (_, index) => ({
  day: index + 1,
  opens: '09:00',
  closes: '19:00',
}));

export const PICKUP_DAYS = ['today', 'tomorrow', 'later'] as const;
export type PickupDay = (typeof PICKUP_DAYS)[number];

/**
 * The first half hour at which an order made now can be picked up; undefined if there is none
 * within eight days.
 */
export function nextPickup(
  hours: Hours,
  timeZone: string,
  now: Date,
): { at: Date; day: PickupDay } | undefined {
  const weekly = hours.pickup_hours ?? hours.opening_hours;
  const known = weekly.length > 0 ? hours : { ...hours, pickup_hours: USUAL };
  const first = Math.ceil(addMs(now, NOTICE_MS).getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  for (let time = first; time < first + DAYS_AHEAD * DAY_MS; time += HALF_HOUR_MS) {
    const at = new Date(time);
    if (isPickupTime(known, at, timeZone)) return { at, day: dayOf(at, now, timeZone) };
  }
  return undefined;
}

function dayOf(at: Date, now: Date, timeZone: string): PickupDay {
  const { date } = localTime(at, timeZone);
  const today = localTime(now, timeZone).date;
  if (date === today) return 'today';
  const next = new Date(Date.parse(`${today}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return date === next ? 'tomorrow' : 'later';
}
