import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();

/** Notes the first tile, calls of the service and sockets in the order in which they come. */
const NOTE_ORDER = `{
  window.order = [];
  const watch = new MutationObserver(() => {
    if (document.querySelector('button[data-skus]') === null) return;
    order.push('tiles');
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
  const call = window.fetch;
  window.fetch = (request, ...more) => {
    order.push(new URL(request.url ?? request, location.href).pathname);
    return call(request, ...more);
  };
  window.WebSocket = class extends WebSocket {
    constructor(url, ...more) {
      super(url, ...more);
      order.push('socket');
    }
  };
}`;

/** The page and the catalogue are on this device. */
const KEPT = `(async () => {
  await navigator.serviceWorker.ready;
  const wait = () => new Promise(done => setTimeout(done, 50));
  while (!(await caches.match('/app/register/'))) await wait();
  const open = indexedDB.open('tillhouse-register');
  await new Promise(done => { open.onsuccess = done; });
  for (;;) {
    const read = open.result.transaction('values').objectStore('values').get('catalogue-extras');
    await new Promise(done => { read.onsuccess = done; });
    if (read.result !== undefined) break;
    await wait();
  }
  open.result.close();
})()`;

describe.runIf(canRun)('a till that starts again', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  /** A till that has been used before, opened in a new tab. */
  const startAgain = async (terminal: string, before: () => Promise<void>): Promise<Page> => {
    const first = await logInAtTill(screens, 'EMP001', terminal);
    await first.evaluate(KEPT);
    await first.goto('about:blank');
    await before();
    const page = await first.context().newPage();
    await page.addInitScript(NOTE_ORDER);
    await page.goto(`${screens.url}/app/register/`);
    await page.locator('button[data-skus]').first().waitFor();
    return page;
  };

  it('draws its tiles before it asks the service for anything', async () => {
    const page = await startAgain('T-068', async () => undefined);
    const order = () => page.evaluate<string[]>('order');
    await expect.poll(async () => (await order()).includes('socket'), soon).toBe(true);
    const found = await order();
    expect(found[0]).toBe('tiles');
    expect(found.filter(one => one === 'tiles')).toHaveLength(1);
    expect(found.some(path => path.startsWith('/stores/'))).toBe(true);
  });

  it('offers the payment methods of today', async () => {
    const rename = async (name: string) => {
      const token = await screens.shop.officeToken('admin');
      const reply = await screens.shop.call('PATCH', '/payment-methods/cash/', {
        token,
        body: { name },
      });
      expect(reply.status).toBe(200);
    };
    const page = await startAgain('T-069', () => rename('Coins and notes'));
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByText('Coins and notes', { exact: true }).waitFor();
    await rename('Cash');
  });
});
