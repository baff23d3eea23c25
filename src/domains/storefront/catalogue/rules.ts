/** Maximum age of the stock on shop pages; prices are current, and so is everything in the cart. */
export const CACHE_SECONDS = 30;
/** Browsers and proxies do not learn of a new price, so they keep no price for longer. */
export const OTHER_CACHES_SECONDS = 1;
