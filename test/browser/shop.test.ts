import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  shootBoth,
} from '../support/browser.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the web shop', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  }, 120_000);
  afterAll(() => screens.close());

  it('looks', async () => {
    const page = await screens.open('/app/shop/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shootBoth(page, 'shop-stores');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /Downtown/ }).click();
    await page
      .getByRole('link', { name: 'White Mug' })
      .waitFor()
      .catch(() => {});
    await shootBoth(page, 'shop-catalogue');
    await page.setViewportSize({ width: 1280, height: 3200 });
    await shootBoth(page, 'shop-catalogue-long');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Black Tee' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).waitFor();
    await shootBoth(page, 'shop-product');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    await shootBoth(page, 'shop-cart');
    expect(await axeProblems(page)).toEqual([]);
  }, 60_000);
});
