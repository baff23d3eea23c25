/** Longest delay while the page is never idle. */
const LONGEST_MS = 1_000;
/** Browsers that do not say when they are idle. */
const PAUSE_MS = 50;

type Deadline = { timeRemaining: () => number };
type WhenIdle = (run: (deadline: Deadline) => void, options: { timeout: number }) => unknown;

const NOTHING_LEFT: Deadline = { timeRemaining: () => 0 };

/**
 * Resolves when the page has nothing else to do, so that a touch or a key comes first. The result
 * says for how long that is expected.
 */
export const idle = (): Promise<Deadline> =>
  new Promise(resolve => {
    const { requestIdleCallback: whenIdle } = globalThis as { requestIdleCallback?: WhenIdle };
    if (whenIdle === undefined) setTimeout(resolve, PAUSE_MS, NOTHING_LEFT);
    else whenIdle(resolve, { timeout: LONGEST_MS });
  });
