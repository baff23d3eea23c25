import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  shootBoth,
} from '../support/browser.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;

describe.runIf(canRun)('the web shop', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  }, 120_000);
  afterAll(() => screens.close());

  const shopAt = async (store: RegExp): Promise<Page> => {
    const page = await screens.open('/app/shop/');
    await page.getByRole('button', { name: store }).click();
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    return page;
  };

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await shootBoth(page, `shop-${name}`);
    expect(await axeProblems(page)).toEqual([]);
  };

  it(
    'shows a catalogue, a product and a cart',
    async () => {
      const page = await screens.open('/app/shop/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await looksGood(page, 'stores');
      await page.getByRole('button', { name: /Downtown/ }).click();
      await page.getByRole('link', { name: 'Black Mug' }).waitFor();
      await looksGood(page, 'catalogue');
      await page.getByRole('link', { name: 'Black Tee' }).click();
      await page.getByText('Size L', { exact: true }).click();
      await looksGood(page, 'product');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Black Tee, Size L').waitFor();
      await looksGood(page, 'cart');
    },
    SLOW_MS,
  );

  it(
    'refuses more than there is in plain words',
    async () => {
      const page = await shopAt(/Airport/);
      await page.goto(`${screens.url}/app/shop/product/last-one-lamp`);
      await page.getByText('Only 1 left').waitFor();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Last One Lamp was not added').waitFor();
      expect(await page.getByText(/Only 1 of LAST-ONE left/).count()).toBe(1);
    },
    SLOW_MS,
  );
});
