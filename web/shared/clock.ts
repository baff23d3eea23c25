const clocks = new Map<string, Intl.DateTimeFormat>();

/** Made once per zone, because making one takes longer than using it a hundred times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish writes dates and times as ISO 8601 does.
  const how = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', how);
  clocks.set(timeZone, clock);
  return clock;
}

/** What the clock of a zone shows at a moment: `2026-07-09T13:05:00`. */
const wallClock = (at: Date, timeZone: string): string =>
  clockOf(timeZone).format(at).replace(' ', 'T');

export const dayOf = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 10);

/** As a field for date and time takes it, to the minute. */
export const localOf = (at: Date, timeZone: string): string => wallClock(at, timeZone).slice(0, 16);

/** The moment when the clock of a zone shows this (`2026-07-09T13:05`). */
export function momentOf(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}Z`);
  const offsetMs = (at: number): number =>
    Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - Math.trunc(at / 1_000) * 1_000;
  const guess = wall - offsetMs(wall);
  // The first guess may lie on the other side of a change of the clocks.
  return new Date(wall - offsetMs(guess));
}
