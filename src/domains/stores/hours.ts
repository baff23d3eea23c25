import type { FieldErrors } from '../../platform/http/failure.js';

/** Local to the store, such as `09:00`; `closes` may be `24:00`. */
export type Span = { opens: string; closes: string };

/** Monday is day 1. */
export type OpeningSpan = Span & { day: number };

/** Replaces the hours of its weekday; without hours the store is closed. */
export type SpecialDay = { date: string; name: string; hours: Span[] };

export type Hours = {
  opening_hours: OpeningSpan[];
  special_days: SpecialDay[];
  /** Null: the opening hours. */
  pickup_hours: OpeningSpan[] | null;
};

const overlaps = (one: Span, other: Span): boolean =>
  one.opens < other.closes && other.opens < one.closes;

function problemsOfSpans(spans: readonly (Span & { day?: number })[], field: string): FieldErrors {
  const problems: FieldErrors = {};
  spans.forEach((span, index) => {
    if (span.closes <= span.opens) {
      problems[`${field}.${index}.closes`] = ['Must be after opens.'];
    } else if (
      spans.slice(0, index).some(other => other.day === span.day && overlaps(span, other))
    ) {
      problems[`${field}.${index}.opens`] = ['Overlaps other hours of this day.'];
    }
  });
  return problems;
}

export function problemsOfHours(hours: Partial<Hours>): FieldErrors {
  const { opening_hours: open = [], special_days: days = [], pickup_hours: pickup } = hours;
  const problems: FieldErrors = {
    ...problemsOfSpans(open, 'opening_hours'),
    ...problemsOfSpans(pickup ?? [], 'pickup_hours'),
  };
  days.forEach(({ date, hours: spans }, index) => {
    Object.assign(problems, problemsOfSpans(spans, `special_days.${index}.hours`));
    if (days.slice(0, index).some(other => other.date === date)) {
      problems[`special_days.${index}.date`] = ['This day is listed twice.'];
    }
  });
  return problems;
}

/** Weekday, date and time of an instant where the store is. */
export function localTime(at: Date, timeZone: string): { date: string; day: number; time: string } {
  // The Swedish locale formats dates like ISO 8601.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ');
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { date, day: weekday === 0 ? 7 : weekday, time };
}

/** Whether orders are handed over then; a store without hours hands over at any time. */
export function isPickupTime(hours: Hours, at: Date, timeZone: string): boolean {
  const weekly = hours.pickup_hours ?? hours.opening_hours;
  const { date, day, time } = localTime(at, timeZone);
  const special = hours.special_days.find(one => one.date === date);
  if (special === undefined && weekly.length === 0) return true;
  const spans = special?.hours ?? weekly.filter(span => span.day === day);
  return spans.some(({ opens, closes }) => opens <= time && time <= closes);
}
