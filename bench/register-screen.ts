import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findProgram } from '../test/support/debian.js';

const CHROMIUM = {
  command: 'chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
  alternative: 'chromium',
};
const TIMEOUT_MS = 300_000;

export type ScreenFigures = {
  firstStartMs: number;
  /** In a new tab. */
  laterStarts: Start[];
  reloadMs: number[];
  searchMs: number[];
  /** With a word of many names, and with a typing mistake in it. */
  wordMs: number[];
  typoMs: number[];
  heapBytes: number;
};

type Start = {
  ms: number;
  /** Processor time of the main thread. */
  busyMs: number;
  /** Calls of the service before the first tile. */
  requests: number;
};

export type Searches = {
  skus: readonly string[];
  /** Words in names of some products, apart from those that the till shows first. */
  words: readonly string[];
};

/** Another first letter, and a letter too many at the end. */
const mistyped = (word: string, round: number): string =>
  round % 2 === 0 ? `x${word.slice(1)}` : word.replace(/^(\D+)/, '$1e');

/** The register in Chromium: how long a cashier waits, and how much memory the page keeps. */
export async function measureRegister(
  url: string,
  searches: Searches,
  rounds: number,
): Promise<ScreenFigures> {
  const executablePath = await findProgram(CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      viewport: { width: 1024, height: 768 },
      locale: 'en-US',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript(MARK_TILES);
    const page = await context.newPage();
    const shown = await page.goto(`${url}/app/register/`);
    if (shown?.status() !== 200) throw new Error('build the screens first: npm run build');
    const firstStartMs = await signIn(page);
    // The copy on the device is written after the goods are shown.
    await page.waitForTimeout(3_000);
    const reloadMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) reloadMs.push(await reload(page));
    const laterStarts: Start[] = [];
    for (let round = 0; round < rounds; round += 1) laterStarts.push(await start(context, url));
    const searchMs: number[] = [];
    for (const sku of searches.skus) searchMs.push(await search(page, sku, only(sku)));
    const wordMs: number[] = [];
    const typoMs: number[] = [];
    for (const [round, word] of searches.words.entries()) {
      wordMs.push(await search(page, word, first(word)));
      typoMs.push(await search(page, mistyped(word, round), first(word)));
    }
    const heapBytes = await heapOf(page);
    return { firstStartMs, laterStarts, reloadMs, searchMs, wordMs, typoMs, heapBytes };
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page from its beginning and marks the frame that shows the first tiles. The test
 * program, which shares its core with the browser, sees them later.
 */
const MARK_TILES = `
  const look = () => requestAnimationFrame(() => {
    if (document.querySelector('button[data-skus]') === null) return look();
    setTimeout(() => performance.mark('tiles'));
  });
  look();
`;

/** Time since the page was asked for, and calls of the service until then. */
const FIRST_TILES = `(async () => {
  const marked = () => performance.getEntriesByName('tiles')[0];
  while (marked() === undefined) await new Promise(done => setTimeout(done, 10));
  const ms = marked().startTime;
  const calls = performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime < ms && !new URL(name).pathname.startsWith('/app/'));
  return { ms, requests: calls.length };
})()`;

const tiles = (page: Page) => page.locator('button[data-skus]').first().waitFor();

async function signIn(page: Page): Promise<number> {
  await page.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Tillhouse Downtown' }).click();
  await page.getByLabel('Till', { exact: true }).fill('T-BOOT');
  await page.getByLabel('Employee number').fill('EMP001');
  await page.getByLabel('PIN').fill('1234');
  const start = performance.now();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await tiles(page);
  return performance.now() - start;
}

/** Opens the till in a tab of its own, as a device does that was switched on. */
async function start(context: BrowserContext, url: string): Promise<Start> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Processor time: on a busy machine, tasks take longer than they work.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const busyBefore = await busyMs();
  await page.goto(`${url}/app/register/`, { waitUntil: 'commit' });
  await tiles(page);
  const busy = (await busyMs()) - busyBefore;
  const figures = await page.evaluate<Omit<Start, 'busyMs'>>(FIRST_TILES);
  // What follows a start ends before the next one.
  await page.waitForTimeout(3_000);
  await page.close();
  return { ...figures, busyMs: busy };
}

async function reload(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  await tiles(page);
  return (await page.evaluate<Omit<Start, 'busyMs'>>(FIRST_TILES)).ms;
}

/** Whether the tiles are those of a search: the only hit, or the best of several. */
const only = (sku: string): string =>
  `found.length === 1 && found[0].dataset.skus.split(' ').includes(${JSON.stringify(sku)})`;
const first = (word: string): string =>
  `found.length > 0 && found[0].textContent.includes(${JSON.stringify(word)})`;

/** From the keystroke until the hits are drawn, measured in the page. */
const search = (page: Page, text: string, isHit: string): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    const field = document.querySelector('input[aria-label="Search or scan"]');
    const type = value => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const isFound = () => {
      const found = document.querySelectorAll('button[data-skus]');
      return ${isHit};
    };
    const start = performance.now();
    const look = () => {
      if (!isFound()) return requestAnimationFrame(look);
      const ms = performance.now() - start;
      type('');
      setTimeout(() => resolve(ms), 500);
    };
    type(${JSON.stringify(text)});
    look();
  })`);

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
