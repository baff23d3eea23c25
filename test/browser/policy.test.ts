import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';

const canRun = await browserOrSkip();

/** Records what the policy of the page refuses, from its first line on. */
const WATCH = `
  globalThis.refused = [];
  addEventListener('securitypolicyviolation', event =>
    globalThis.refused.push(event.violatedDirective + ' ' + event.blockedURI));
`;

const refusedOn = (page: Page): Promise<string[]> => page.evaluate('globalThis.refused');

describe.runIf(canRun)('the content security policy', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({ background: false });
  });
  afterAll(() => screens.close());

  const openWatched = async (path: string, provokes = false): Promise<Page> => {
    const first = await screens.open('/', { provokes });
    await first.context().addInitScript(WATCH);
    return screens.open(path, { context: first.context() });
  };

  it.each(['/app/register/', '/app/desk/', '/app/shop/'])('lets %s work', async path => {
    const page = await openWatched(path);
    await page.locator('h1').first().waitFor();
    expect(await refusedOn(page)).toEqual([]);
    // The library's own style elements are in force.
    const styles: number[] = await page.evaluate(`
      [...document.querySelectorAll('style[data-mantine-styles]')].map(one => one.sheet.cssRules.length)
    `);
    expect(styles.length).toBeGreaterThan(0);
    expect(styles.every(rules => rules > 0)).toBe(true);
  });

  it('lets the API reference work', async () => {
    const page = await openWatched('/docs/');
    // Drawing all routes takes long; the head of the page comes first.
    const head = page.locator('.swagger-ui .topbar img, .swagger-ui .topbar svg').first();
    await head.waitFor({ timeout: 75_000 });
    expect(await refusedOn(page)).toEqual([]);
  });

  it('refuses a script and a style that somebody put into the page', async () => {
    const page = await openWatched('/app/shop/', true);
    await page.locator('h1').first().waitFor();
    await page.evaluate(`
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.head.append(style);
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.ran = true">');
    `);
    await expect.poll(async () => (await refusedOn(page)).length).toBe(3);
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('block');
  });

  it('and the hashes in the page refuse a changed script', async () => {
    const page = await openWatched('/', true);
    await page.route('**/app/assets/shop-*.js', async route => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: `globalThis.ran = true;${await answer.text()}`,
      });
    });
    await page.goto(`${screens.url}/app/shop/`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    // The page is as the service has drawn it: no script has taken it over.
    expect(await page.locator('#drawn-styles').count()).toBe(1);
  });
});
