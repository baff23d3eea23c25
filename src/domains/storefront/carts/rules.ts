/** Of one article in one cart; a database constraint enforces the same limit. */
export const MAX_QUANTITY = 999;
