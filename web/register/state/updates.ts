import { useEffect } from 'react';
import { sale } from './sale.js';

const CHECK_MS = 10 * 60_000;
/** A start shows the kept release, which may be old. */
const FIRST_CHECK_MS = 5_000;
/** The page reloads only after so long without a touch or a key, so that no scan is lost. */
const QUIET_MS = 5_000;
const LOOK_MS = 1_000;
const PAGE = '/app/register/';
const ENTRY = 'script[type="module"][src]';

const entryOf = (page: Document): string | null =>
  page.querySelector(ENTRY)?.getAttribute('src') ?? null;

/** Whether the service has another release of the page, with files that can be loaded. */
async function isOutdated(): Promise<boolean> {
  const response = await fetch(PAGE, { cache: 'no-store' });
  if (!response.ok) return false;
  const entry = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  if (entry === null || entry === entryOf(document)) return false;
  // While nodes of the service are replaced, one of them may not have the new files yet.
  return (await fetch(entry)).ok;
}

const isBetweenSales = (): boolean => {
  const { basket, paying, done } = sale.get();
  return basket.lines.length === 0 && paying === null && done === null;
};

/** A dialog may hold what somebody has typed. */
const hasDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Loads a new release of the register between two sales, also on the login page. */
export function useUpdates(): void {
  useEffect(() => {
    let outdated = false;
    let touchedMs = Date.now();
    const touch = (): void => {
      touchedMs = Date.now();
    };
    const check = (): void => {
      isOutdated().then(
        found => {
          outdated = found;
        },
        // Without a connection the till keeps its release.
        () => undefined,
      );
    };
    const look = (): void => {
      const isQuiet = Date.now() - touchedMs > QUIET_MS;
      if (outdated && isQuiet && isBetweenSales() && !hasDialog()) location.reload();
    };
    const ended = new AbortController();
    const options = { signal: ended.signal, capture: true, passive: true };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, touch, options);
    document.addEventListener('visibilitychange', check, options);
    addEventListener('online', check, options);
    const first = setTimeout(check, FIRST_CHECK_MS);
    const timers = [setInterval(check, CHECK_MS), setInterval(look, LOOK_MS)];
    return () => {
      ended.abort();
      clearTimeout(first);
      for (const timer of timers) clearInterval(timer);
    };
  }, []);
}
