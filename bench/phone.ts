import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findProgram } from '../test/support/debian.js';

/** A phone of the middle class in a mobile network: a quarter of the processor, 1.6 Mbit/s, 150 ms. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const SCREEN = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

type Prepare = (context: BrowserContext) => Promise<unknown>;

export type Phone = {
  /** When the largest element of the first screen appears, in ms, with an empty cache. */
  largestPaint(url: string, prepare?: Prepare): Promise<number>;
  /** Compressed size of all scripts that the page loads without anybody touching it. */
  scriptBytes(url: string, prepare?: Prepare): Promise<number>;
  close(): Promise<void>;
};

export async function openPhone(): Promise<Phone> {
  const executablePath = await findProgram({
    command: 'chromium-headless-shell',
    debianPackage: 'chromium-headless-shell',
    alternative: 'chromium',
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    largestPaint: (url, prepare) => inContext(browser, prepare, page => paintOf(page, url)),
    scriptBytes: (url, prepare) => inContext(browser, prepare, page => scriptsOf(page, url)),
    close: () => browser.close(),
  };
}

async function inContext(
  browser: Browser,
  prepare: Prepare | undefined,
  work: (page: Page) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({ ...SCREEN, locale: 'en-US' });
  try {
    await prepare?.(context);
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function paintOf(page: Page, url: string): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'networkidle' });
  return page.evaluate<number>(LARGEST_PAINT);
}

async function scriptsOf(page: Page, url: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', response => {
    if (response.url().endsWith('.js')) scripts.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const sizes = (await Promise.all(scripts)).map(body => gzipSync(body, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Text, because it runs in the page. */
const LARGEST_PAINT = `new Promise(resolve => {
  new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
