import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  takeScreenshot,
} from '../support/browser.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('every screen', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({ background: false });
  });
  afterAll(() => screens.close());

  it.each(['light', 'dark'] as const)('is reached from the front page, %s', async scheme => {
    const page = await screens.open('/', { scheme });
    await takeScreenshot(page, `front-${scheme}`);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: /Register/ }).click();
    await page.waitForURL('**/app/register/');
  });

  it.each(['register', 'desk', 'shop', 'display'])(
    '%s speaks the language of the browser',
    async name => {
      const page = await screens.open(`/app/${name}/`, { locale: 'de-DE' });
      await page.locator('h1').first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await axeProblems(page)).toEqual([]);
    },
  );
});
