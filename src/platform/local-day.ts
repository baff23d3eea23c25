const formats = new Map<string, Intl.DateTimeFormat>();

/** The date in a time zone, such as `2026-03-29`; the `en-CA` locale formats dates as ISO 8601. */
export function localDay(at: Date, timeZone: string): string {
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
