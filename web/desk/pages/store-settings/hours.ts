import type { Store } from '../../types.js';

export type Span = { opens: string; closes: string };

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const SPAN = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?$/;

const clock = (hour: string | undefined, minute = '00'): string =>
  `${(hour ?? '').padStart(2, '0')}:${minute}`;

/** `9-12:30, 14:00–18:00` as spans; empty is closed, undefined is not readable. */
export function readSpans(text: string): Span[] | undefined {
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
  const spans = parts.map(part => {
    const found = SPAN.exec(part);
    if (found === null) return undefined;
    const span = { opens: clock(found[1], found[2]), closes: clock(found[3], found[4]) };
    const isTime =
      span.opens < '24:00' && span.closes <= '24:00' && !/:[6-9]/.test(span.opens + span.closes);
    return isTime && span.opens < span.closes ? span : undefined;
  });
  return spans.some(span => span === undefined) ? undefined : (spans as Span[]);
}

export const showSpans = (spans: readonly Span[]): string =>
  spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ');

/** One text per weekday, Monday first. */
export const weekOf = (hours: Store['opening_hours']): string[] =>
  WEEKDAYS.map(day => showSpans(hours.filter(span => span.day === day)));

/** The first weekday that is not readable, or the hours. */
export function readWeek(week: readonly string[]): Store['opening_hours'] | { wrong: number } {
  const hours: Store['opening_hours'] = [];
  for (const [index, text] of week.entries()) {
    const spans = readSpans(text);
    if (spans === undefined) return { wrong: index };
    hours.push(...spans.map(span => ({ day: index + 1, ...span })));
  }
  return hours;
}
