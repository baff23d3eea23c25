/** Polling timeout for effects that follow a commit; generous, for a busy machine. */
export const soon = { timeout: 15_000 };
