/** A calendar date such as `2026-03-29`. As text it sorts by date and has no time zone. */
export type Day = string;

/** Consecutive days of one store, inclusive. */
export type Span = { store_id: string; time_zone: string; from_day: Day; to_day: Day };

export type StoreDay = { store_id: string; time_zone: string; day: Day };

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Number of days from `from` to `to`, inclusive. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

export const eachDay = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => addDays(from, index));

/**
 * Joins consecutive days into spans of at most `maxDays`. Expects days sorted by store and date.
 */
export function spansOf(days: readonly StoreDay[], maxDays = Number.POSITIVE_INFINITY): Span[] {
  const spans: Span[] = [];
  for (const { store_id, time_zone, day } of days) {
    const last = spans.at(-1);
    const continues =
      last?.store_id === store_id &&
      addDays(last.to_day, 1) === day &&
      daysBetween(last.from_day, day) <= maxDays;
    if (last && continues) last.to_day = day;
    else spans.push({ store_id, time_zone, from_day: day, to_day: day });
  }
  return spans;
}

/** Cuts `holes` out of `whole`. Expects the holes sorted and inside the span. */
export function subtractSpans(whole: Span, holes: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let next = whole.from_day;
  for (const hole of holes) {
    if (next < hole.from_day)
      rest.push({ ...whole, from_day: next, to_day: addDays(hole.from_day, -1) });
    next = addDays(hole.to_day, 1);
  }
  if (next <= whole.to_day) rest.push({ ...whole, from_day: next });
  return rest;
}
