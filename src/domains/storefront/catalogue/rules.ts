/** How old a price or a number in stock may be on a shop page; the cart always asks anew. */
export const CACHE_SECONDS = 30;
