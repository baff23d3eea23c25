const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached per zone: creating a formatter costs more than formatting 100 times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates and times like ISO 8601.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timeZone, clock);
  return clock;
}

/** Local time in a zone, for example `2026-07-09T13:05:00`. */
const wallClock = (at: Date, timeZone: string): string =>
  clockOf(timeZone).format(at).replace(' ', 'T');

export const dayOf = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10);

/** Local time to the minute, as `datetime-local` inputs expect it. */
export const localOf = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 16);

/** The instant of a local time (`2026-07-09T13:05`) in a zone. */
export function momentOf(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}Z`);
  const offsetMs = (at: number): number =>
    Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - Math.trunc(at / 1_000) * 1_000;
  const guess = wall - offsetMs(wall);
  // The first guess may be on the other side of a daylight-saving change.
  return new Date(wall - offsetMs(guess));
}
