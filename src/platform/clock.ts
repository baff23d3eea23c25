/** The only source of "now" for rules, so that tests can stand at the edge of a time window. */
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
 * A moment as people and programs write it: ISO 8601, in UTC unless it says otherwise. PostgreSQL knows
 * no zone 16 hours away, and rounds: what became the year 10000 could not be told again.
 */
export function momentOf(text: string): Date | undefined {
  const [, day, time, offset = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  // A day that its month does not have would be taken for one of the next.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const zone = offset.length === 3 ? `${offset}:00` : offset.replace(/^(...)(\d\d)$/, '$1:$2');
  const at = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return at.getUTCFullYear() >= 1 && addMs(at, 1).getUTCFullYear() <= 9999 ? at : undefined;
}
