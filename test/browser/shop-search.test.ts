import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;

describe.runIf(canRun)('finding goods in the shop', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await screenshotBothSchemes(page, `search-${name}`);
    expect(await axeProblems(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(width).toBeLessThanOrEqual(0);
  };

  it('corrects a misspelt word, sorts and keeps it all in the address', async () => {
    const page = await screens.open('/app/shop/?q=blakc+mug');
    await page.getByText('We also searched for').waitFor();
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    await page.getByLabel('Search products').fill('tee');
    await page.getByRole('option', { name: /White Tee/ }).waitFor();
    await page.getByLabel('Search products').press('Enter');
    await page.getByRole('heading', { name: 'Results for “tee”' }).waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Highest price');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=tee&sort=-price');
    await looksGood(page, 'results');
    await page.reload();
    await page.getByRole('heading', { name: 'Results for “tee”' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('-price');
  });

  it('filters by colour, size and stock with counts, and takes a filter off again', async () => {
    const page = await screens.open('/app/shop/?q=tee');
    const filters = page.getByRole('form', { name: 'Filters' });
    const choices = async (name: string) => {
      const options = filters.getByRole('combobox', { name }).locator('option');
      return (await options.allTextContents()).sort();
    };
    const search = () => new URL(page.url()).search;
    await page.getByText('2 products', { exact: true }).waitFor();
    expect(await choices('Colour')).toEqual(['Any', 'Black (1)', 'White (1)']);
    expect(await choices('Size')).toEqual(['Any', 'L (2)', 'M (2)', 'S (2)', 'XL (2)']);
    await filters.getByRole('combobox', { name: 'Colour' }).selectOption('White');
    await expect.poll(search).toBe('?q=tee&colour=White');
    await page.getByText('1 product', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'White Tee' }).waitFor();
    expect(await page.getByRole('link', { name: 'Black Tee' }).count()).toBe(0);
    await filters.getByRole('combobox', { name: 'Size' }).selectOption('M');
    await filters.getByLabel(/^In stock only \(\d+\)/).check();
    await expect
      .poll(() => [...new URL(page.url()).searchParams].map(pair => pair.join('=')).sort())
      .toEqual(['colour=White', 'in_stock=true', 'q=tee', 'size=M']);
    await page.getByRole('link', { name: 'White Tee' }).waitFor();
    await looksGood(page, 'filtered');
    await page.reload();
    await page.getByText('1 product', { exact: true }).waitFor();
    expect(await filters.getByRole('combobox', { name: 'Colour' }).inputValue()).toBe('White');
    await filters.getByRole('combobox', { name: 'Colour' }).selectOption('Any');
    await page.getByText('2 products', { exact: true }).waitFor();
  });

  it('fits a phone in German', async () => {
    const page = await screens.open('/app/shop/?store=DOWNTOWN', {
      viewport: { width: 390, height: 844 },
      locale: 'de-DE',
      scheme: 'dark',
    });
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    await looksGood(page, 'phone');
  });

  it('has synonyms and searches without results at the desk', async () => {
    const shopper = await screens.open('/app/shop/');
    // Only searches of the API are counted, so the scripts must run before the form is sent.
    await shopper.waitForLoadState('networkidle');
    await shopper.getByLabel('Search products').fill('tee');
    await shopper.getByRole('option', { name: /White Tee/ }).waitFor();
    await shopper.getByLabel('Search products').fill('quokka');
    await shopper.getByLabel('Search products').press('Enter');
    await shopper.getByText('No products found').waitFor();
    const page = await screens.open('/app/desk/search');
    await page.getByLabel('Username').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('manager-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Add synonym: quokka' }).click();
    const dialog = page.getByRole('dialog', { name: 'New synonyms' });
    await dialog.getByLabel('Words that mean the same').fill('mug');
    await dialog.getByLabel('Words that mean the same').press('Enter');
    await looksGood(page, 'desk-form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'quokka, mug', exact: true }).waitFor();
    await looksGood(page, 'desk');
  });
});
