import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawnWords, PageState } from '../domains/storefront/index.js';
import type { Log } from '../platform/log.js';
import { projectRoot } from '../platform/root.js';
import { Semaphore } from '../platform/semaphore.js';

/** What the build of the shop exports for the service. */
type ShopBundle = {
  draw(page: {
    path: string;
    search: string;
    state: PageState;
    nonce: string;
  }): Promise<DrawnWords & { html: string; preload: string }>;
  /** Chooses light or dark before the first paint. */
  colorSchemeScript: string;
};

/** `preload`: a tag of the head for the largest picture of the first screen; empty without one. */
export type Drawing = DrawnWords & { html: string; preload: string; colorSchemeScript: string };

const BUNDLE = join(projectRoot, 'dist', 'web-server', 'shop.mjs');

/** Drawing may take this share of the time of the process, which also serves the tills. */
const SHARE = 0.3;
/** The most time that is saved up for a moment with many visitors. */
const MOST_SAVED_MS = 5_000;
const MOST_WAITING = 20;
const LONGEST_WAIT_MS = 1_000;

export type Draw = (page: {
  path: string;
  search: string;
  state: PageState;
  nonce: string;
}) => Promise<Drawing | undefined>;

/**
 * Draws pages with the code that the browser runs. Undefined if the shop is not built or the
 * process is too busy: then the browser draws the page.
 */
export function createDraw(log: Log): Draw {
  const oneAtATime = new Semaphore({
    permits: 1,
    maxQueued: MOST_WAITING,
    maxWaitMs: LONGEST_WAIT_MS,
    refuse: () => new TooBusy(),
  });
  const budget = createBudget();
  let loading: Promise<ShopBundle> | undefined;
  return async page => {
    if (!existsSync(BUNDLE) || !budget.isLeft()) return undefined;
    loading ??= import(pathToFileURL(BUNDLE).href) as Promise<ShopBundle>;
    try {
      const bundle = await loading;
      return await oneAtATime.run(async () => {
        const started = performance.now();
        const drawn = await bundle.draw(page);
        budget.spend(performance.now() - started);
        return { ...drawn, colorSchemeScript: bundle.colorSchemeScript };
      });
    } catch (error) {
      if (!(error instanceof TooBusy)) {
        log.error({ err: error, path: page.path }, 'drawing a page failed; the browser draws it');
      }
      return undefined;
    }
  };
}

class TooBusy extends Error {}

/** Milliseconds that may be spent; they grow by `SHARE` of the time that passes. */
function createBudget() {
  let saved = MOST_SAVED_MS;
  let countedAt = performance.now();
  const count = (): void => {
    const now = performance.now();
    saved = Math.min(MOST_SAVED_MS, saved + (now - countedAt) * SHARE);
    countedAt = now;
  };
  return {
    isLeft: (): boolean => {
      count();
      return saved > 0;
    },
    spend: (ms: number): void => {
      saved -= ms;
    },
  };
}
