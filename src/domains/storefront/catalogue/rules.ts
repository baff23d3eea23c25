/** Maximum age of prices and stock on shop pages; the cart always reads current values. */
export const CACHE_SECONDS = 30;
