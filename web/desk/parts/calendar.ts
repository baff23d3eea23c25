/** A date without a time, as a moment that has this date on every clock of the world but a few. */
export const noonOf = (date: string): string => `${date}T12:00:00Z`;
