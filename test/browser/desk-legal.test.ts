import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('settings of the shop at the desk', { timeout: 120_000 }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({ background: false });
  });
  afterAll(() => screens?.close());

  it('are written there and shown in the shop: texts, look and home page', async () => {
    const page = await screens.open('/app/desk/legal', { provokes: true });
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

    await page.goto(`${screens.url}/app/desk/theme`);
    await page.getByRole('button', { name: 'Edit look' }).click();
    const look = page.getByRole('dialog', { name: 'Look' });
    await look.getByLabel('Name of the shop').fill('Corner <Shop>');
    await look.getByLabel('Primary colour').fill('#ffd400');
    await look.getByLabel('Primary colour').blur();
    await look.getByRole('button', { name: 'Save' }).click();
    await look.getByText('The nearest colour that works is').waitFor();
    await look.getByLabel('Primary colour').fill('#7a1f3d');
    await look.getByLabel('Primary colour').blur();
    await look.getByRole('button', { name: 'Save' }).click();
    await look.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit home page' }).click();
    const home = page.getByRole('dialog', { name: 'Home page' });
    await home
      .getByRole('switch', { name: 'Own welcome at the top of the home page' })
      .press('Space');
    await home.getByLabel('Title, English').fill('Fresh every morning');
    await home.getByLabel('Link', { exact: true }).fill('/p/white-mug');
    await home.getByLabel('Text of the link, English').fill('See the mug');
    await home.getByRole('switch', { name: 'Own sections above' }).press('Space');
    await home.getByRole('button', { name: 'Category' }).click();
    await home.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Pantry' }).click();
    expect(await axeProblems(page)).toEqual([]);
    await home.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Fresh every morning').first().waitFor();

    await shop.goto(`${screens.url}/app/shop/?store=AIRPORT&lang=en`);
    await shop.getByRole('heading', { level: 1, name: 'Fresh every morning' }).waitFor();
    await shop.getByRole('heading', { level: 2, name: 'Pantry' }).waitFor();
    expect(await shop.title()).toContain(' · Corner <Shop>');
    const button = shop.getByRole('link', { name: 'See the mug' });
    const color = await shop.evaluate(
      "getComputedStyle(document.querySelector('main section a')).backgroundColor",
    );
    expect(color).toBe('rgb(122, 31, 61)');
    expect(await axeProblems(shop)).toEqual([]);
    await button.click();
    await shop.getByRole('heading', { level: 1, name: 'White Mug' }).waitFor();
  });
});
