/** How long a test waits for what must come by itself: a busy machine may take its time. */
export const soon = { timeout: 15_000 };
