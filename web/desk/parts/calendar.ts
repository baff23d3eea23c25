/** Noon UTC of a date, which falls on the same date in nearly every time zone. */
export const noonOf = (date: string): string => `${date}T12:00:00Z`;

/** Formats a time of day ("16:30:00") for the locale. */
export const clockOf = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}Z`),
  );
