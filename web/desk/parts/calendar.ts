/** A date without a time, as a moment that has this date on every clock of the world but a few. */
export const noonOf = (date: string): string => `${date}T12:00:00Z`;

/** A time of day without a date ("16:30:00"), as the reader writes it. */
export const clockOf = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}Z`),
  );
