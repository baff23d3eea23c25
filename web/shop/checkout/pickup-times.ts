const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The service takes pickups up to 30 days ahead. */
const DAYS_AHEAD = 30;
/** Somebody has to put the goods together. */
const NOTICE_MS = 2 * HALF_HOUR_MS;
const FIRST_MINUTE = 9 * 60;
const LAST_MINUTE = 19 * 60;

/** How far a zone is ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find(part => part.type === type)?.value);
  const shown = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return shown - Math.trunc(at / 1_000) * 1_000;
}

/** The moment when the store's clock shows this minute of a day (`2026-07-09`). */
export function momentAt(day: string, minute: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const guess = wall - offsetMs(wall, timeZone);
  // The first guess may lie on the other side of a change of the clocks.
  return new Date(wall - offsetMs(guess, timeZone));
}

/** Swedish writes dates as ISO 8601 does. */
export const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

export function timesOn(day: string, now: Date, timeZone: string): Date[] {
  const times: Date[] = [];
  for (let minute = FIRST_MINUTE; minute <= LAST_MINUTE; minute += 30) {
    const at = momentAt(day, minute, timeZone);
    const ahead = at.getTime() - now.getTime();
    if (ahead >= NOTICE_MS && ahead < DAYS_AHEAD * DAY_MS) times.push(at);
  }
  return times;
}

/** The days on which something can be fetched, by the store's calendar. */
export function pickupDays(now: Date, timeZone: string): string[] {
  const today = Date.parse(`${dayOf(now, timeZone)}T12:00:00Z`);
  return Array.from({ length: DAYS_AHEAD }, (_, index) =>
    new Date(today + index * DAY_MS).toISOString().slice(0, 10),
  ).filter(day => timesOn(day, now, timeZone).length > 0);
}
