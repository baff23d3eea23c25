/** Calendar days as text, `2026-03-29`: they sort as they follow each other and have no time zone. */
export type Day = string;

/** Days of one store in a row, first and last included. */
export type Span = { store_id: string; time_zone: string; from_day: Day; to_day: Day };

export type StoreDay = { store_id: string; time_zone: string; day: Day };

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days a span from one day to another has, both included. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

export const eachDay = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => addDays(from, index));

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date that the clocks of a zone show; `en-CA` writes it as ISO does. */
export function localDay(at: Date, timeZone: string): Day {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, format);
  return format.format(at);
}

/** Joins days that follow each other, up to `maxDays` in one span. Days come in order, by store. */
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

/** What a span leaves over when those within it, in order, are cut out. */
export function without(whole: Span, holes: readonly Span[]): Span[] {
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
