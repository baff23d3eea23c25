import type { Page } from './browser.js';

/**
 * Stops the processes that run the scripts of all open pages, as a closed lid does: no timer fires
 * and no answer is read until `resume`. Freezing a page over the DevTools protocol has no effect,
 * because Playwright keeps pages visible and Chromium freezes only hidden ones. The network of the
 * browser and Playwright's routes go on; calls that ask a page answer only after `resume`.
 */
export async function stopPages(page: Page): Promise<{ resume(): void }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const signal = (name: NodeJS.Signals): void => {
    for (const id of ids) process.kill(id, name);
  };
  signal('SIGSTOP');
  return { resume: () => signal('SIGCONT') };
}
