/** The only source of the current time for rules, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const ISO =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-](?:0\d|1[0-5])(?::?\d\d)?)?$/i;

/**
 * Parses ISO 8601, in UTC unless an offset is given. PostgreSQL accepts no offset of 16 hours or
 * more. It also rounds, so times that would round up to the year 10000 are rejected.
 */
export function momentOf(text: string): Date | undefined {
  const [, day, time, offset = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  // `Date` would take February 30 for a day in March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const zone = offset.length === 3 ? `${offset}:00` : offset.replace(/^(...)(\d\d)$/, '$1:$2');
  const at = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return at.getUTCFullYear() >= 1 && addMs(at, 1).getUTCFullYear() <= 9999 ? at : undefined;
}
