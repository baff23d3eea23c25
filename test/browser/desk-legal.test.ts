import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('legal texts at the desk', { timeout: 120_000 }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({ background: false });
  });
  afterAll(() => screens?.close());

  it('are written there and shown in the shop', async () => {
    const page = await screens.open('/app/desk/legal');
    await page.getByLabel('Username').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('manager-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Edit: Terms, English' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms, English' });
    await dialog.getByLabel('Text').fill('# Our terms\n\nNo returns of <b>cheese</b>.');
    await screenshotBothSchemes(page, 'desk-legal');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Terms, English.*Own text/ }).waitFor();
    const shop = await screens.open('/app/shop/legal/terms?store=AIRPORT');
    await shop.getByRole('heading', { level: 2, name: 'Our terms' }).waitFor();
    await shop.getByText('No returns of <b>cheese</b>.').waitFor();
  });
});
