/** Longest delay while the page is never idle. */
const LONGEST_MS = 1_000;
/** Browsers that do not say when they are idle. */
const PAUSE_MS = 50;

type WhenIdle = (run: () => void, options: { timeout: number }) => unknown;

/** Resolves when the page has nothing else to do, so that a touch or a key comes first. */
export const idle = (): Promise<void> =>
  new Promise(resolve => {
    const { requestIdleCallback: whenIdle } = globalThis as { requestIdleCallback?: WhenIdle };
    if (whenIdle === undefined) setTimeout(resolve, PAUSE_MS);
    else whenIdle(() => resolve(), { timeout: LONGEST_MS });
  });
