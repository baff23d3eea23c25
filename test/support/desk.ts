import { expect } from 'vitest';
import {
  axeProblems,
  type BrowserContext,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from './browser.js';
import { soon } from './soon.js';

export { soon };

export async function logInAtDesk(page: Page, arrival = 'Dashboard'): Promise<void> {
  await page.getByLabel('Username').fill('manager');
  await page.getByLabel('Password', { exact: true }).fill('manager-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: arrival }).waitFor();
}

/** A manager logged in at the desk of one store; each page is a tab of one context. */
export type Desk = {
  context: BrowserContext;
  /** Opens a page of the desk and waits for its WebSocket. */
  at(path: string): Promise<Page>;
};

export async function openDesk(screens: Screens): Promise<Desk> {
  const page = await screens.open('/app/desk/');
  const context = page.context();
  await logInAtDesk(page);
  await page.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Tillhouse Downtown' }).click();
  await page.close();
  return {
    context,
    at: async path => {
      const tab = await screens.open(`/app/desk${path}`, { context });
      await tab.locator('[data-testid="live"][data-state="open"]').waitFor();
      return tab;
    },
  };
}

/**
 * Takes a screenshot of a page in both colour schemes. `layout.test.ts` runs axe on every page, so
 * `checkDesk` is for dialogs and states that only its caller reaches.
 */
export async function showDesk(page: Page, name: string): Promise<void> {
  // A closed section keeps its content and loads it when it opens.
  const unfinished = page
    .getByText('Loading…')
    .or(page.locator('.mantine-Skeleton-root'))
    .filter({ visible: true });
  await expect.poll(() => unfinished.count(), soon).toBe(0);
  await screenshotBothSchemes(page, `desk-${name}`);
}

/** Takes a screenshot in both colour schemes and expects no axe violation. */
export async function checkDesk(page: Page, name: string): Promise<void> {
  await showDesk(page, name);
  expect(await axeProblems(page)).toEqual([]);
}
