/** Of one article in one cart; the database refuses more, too. */
export const MAX_PIECES = 999;
