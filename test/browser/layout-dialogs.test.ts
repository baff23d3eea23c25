import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { de } from '../../web/shared/i18n/de.js';
import { en } from '../../web/shared/i18n/en.js';
import { browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import {
  deskPaths,
  goToDeskPage,
  openWholeDesk,
  recordPaths,
  tabsOf,
} from '../support/desk-pages.js';
import { isAxeEverywhere } from '../support/layout.js';
import { dialogProblems, READ_ONLY } from '../support/layout-dialogs.js';

const canRun = await browserOrSkip();
const SLOW_MS = 900_000;
/** German is the longer language; `AXE_EVERYWHERE=true` looks at English as well. */
const LANGUAGES = [
  { code: 'de', texts: de },
  ...(isAxeEverywhere ? [{ code: 'en', texts: en } as const] : []),
] as const;

describe.runIf(canRun)('at every width and in both languages, no text is clipped and axe', () => {
  let screens: Screens;
  let records: string[];
  beforeAll(async () => {
    screens = await openScreens();
    await seedHistory(screens.shop.platform);
    records = await recordPaths(screens.shop);
  });
  afterAll(() => screens?.close());

  it.each(LANGUAGES)(
    'finds nothing in the dialogs of the desk ($code)',
    { timeout: SLOW_MS },
    async ({ code, texts }) => {
      const page = await openWholeDesk(screens, code);
      await page.addInitScript(READ_ONLY);
      await page.reload();
      await page.locator('.desk-nav').first().waitFor();
      const skipped = [texts['app.cancel'], texts['app.close']];
      const names: string[] = [];
      const seen = new Set<string>();
      const problems: string[] = [];
      for (const path of await deskPaths(page, records)) {
        await goToDeskPage(page, path);
        const count = Math.max(await tabsOf(page).count(), 1);
        for (let tab = 0; tab < count; tab += 1) {
          const back = async (): Promise<void> => {
            await goToDeskPage(page, path);
            if (tab > 0) await tabsOf(page).nth(tab).click();
          };
          if (tab > 0) await back();
          const found = await dialogProblems(path, { page, back, axe: true, skipped, seen });
          names.push(...found.names);
          problems.push(...found.problems);
        }
      }
      expect(problems).toEqual([]);
      expect(names.length).toBeGreaterThan(100);
    },
  );
});
