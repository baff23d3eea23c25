import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
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

export type Visit = { paintMs: number; scriptBytes: number };

export type Phone = {
  /** A first visit with an empty cache; `prepare` runs before, without the limits. */
  visit(url: string, prepare?: (context: BrowserContext) => Promise<unknown>): Promise<Visit>;
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
    visit: (url, prepare) => visit(browser, url, prepare),
    close: () => browser.close(),
  };
}

async function visit(
  browser: Browser,
  url: string,
  prepare: ((context: BrowserContext) => Promise<unknown>) | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ ...SCREEN, locale: 'en-US' });
  try {
    await prepare?.(context);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.clearBrowserCache');
    await devTools.send('Network.emulateNetworkConditions', NETWORK);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const scripts: Promise<Buffer>[] = [];
    page.on('response', response => {
      if (response.url().endsWith('.js')) scripts.push(response.body());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const paintMs = await page.evaluate<number>(LARGEST_PAINT);
    const sizes = (await Promise.all(scripts)).map(body => gzipSync(body, { level: 9 }).length);
    return { paintMs, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await context.close();
  }
}

/** Text, because it runs in the page. */
const LARGEST_PAINT = `new Promise(resolve => {
  new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
