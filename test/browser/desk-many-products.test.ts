import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('many products at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const cell = (page: Page, sku: string, column: number) =>
    page
      .getByRole('row', { name: new RegExp(sku) })
      .getByRole('gridcell')
      .nth(column);
  const open = async (q = ''): Promise<Page> => {
    const page = await desk.at('/products');
    await button(page, 'Edit many').click();
    await page.getByRole('grid', { name: 'Edit many products' }).waitFor();
    if (q !== '') await page.getByRole('searchbox', { name: 'Search products' }).fill(q);
    // A cell clicked before the rows are filtered is gone again.
    const found: unknown[] = await read(`/catalog-rows/?q=${q}`);
    await expect.poll(() => page.getByRole('row').count(), soon).toBe(found.length + 1);
    return page;
  };

  it('are changed with the keyboard, looked at and saved together', async () => {
    const page = await open('TEE-BLACK');
    const skus = await page.getByRole('gridcell', { name: /^TEE-BLACK/ }).allTextContents();
    const [first = '', second = ''] = skus;
    await cell(page, first, 4).click();
    await page.keyboard.type('30.00');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, first, 4).textContent(), soon).toBe('30.00');
    // The row below gets the price of the row above it.
    await page.keyboard.press('Control+d');
    await expect.poll(() => cell(page, second, 4).textContent(), soon).toBe('30.00');
    await page.keyboard.press('Tab');
    await page.keyboard.type('9');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+z');
    await expect.poll(() => cell(page, second, 5).textContent(), soon).not.toBe('9');
    await checkDesk(page, 'many-products');
    await button(page, 'Preview 2 rows').click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    await dialog.getByText('2 rows change.').waitFor();
    await checkDesk(page, 'many-products-preview');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    for (const sku of [first, second]) {
      expect((await read(`/product-variants/${sku}/`)).price).toBe('30.00');
    }
  });

  it('show the error of a cell, and save nothing until it is corrected', async () => {
    const page = await open('MUG-WHITE');
    await cell(page, 'MUG-WHITE', 2).click();
    await page.keyboard.type('SOCKS-M');
    await page.keyboard.press('Enter');
    await button(page, 'Preview 1 row').click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    await dialog.getByText('Another variant has this SKU.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('gridcell', { name: /Another variant has this SKU/ }).waitFor();
    expect((await read('/product-variants/MUG-WHITE/')).sku).toBe('MUG-WHITE');
  });

  it('get prices with an ending and are archived together', async () => {
    const page = await open('SOCKS');
    await page.getByRole('gridcell').first().click();
    await page.keyboard.press('Control+a');
    await button(page, 'Price tags').click();
    const tags = page.getByRole('dialog', { name: 'Price tags' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      tags.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('price-tags.pdf');
    await tags.waitFor({ state: 'hidden' });
    await button(page, 'Change prices').click();
    const prices = page.getByRole('dialog', { name: /Change the price/ });
    await prices.getByRole('textbox', { name: 'Change prices by' }).fill('10');
    await prices.getByRole('combobox', { name: 'Round to' }).click();
    await page.getByRole('option', { name: '.99' }).click();
    await prices.getByRole('button', { name: 'Fill in new prices' }).click();
    await button(page, 'Archive').click();
    await button(page, /^Preview/).click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    for (const row of await read('/catalog-rows/?q=SOCKS&ordering=name')) {
      expect([row.status, row.price.slice(-3)]).toEqual(['archived', '.99']);
    }
  });

  it('keep the edits of rows that another search hides, and ask before a price list drops them', async () => {
    const page = await open('MUG-WHITE');
    const search = page.getByRole('searchbox', { name: 'Search products' });
    await cell(page, 'MUG-WHITE', 6).click();
    await page.keyboard.type('310');
    await page.keyboard.press('Enter');
    await search.fill('BEANS-1KG');
    await cell(page, 'BEANS-1KG', 6).click();
    await page.keyboard.type('1010');
    await page.keyboard.press('Enter');
    await page.getByText('1 edited row is not shown').waitFor();
    await page.getByRole('combobox', { name: 'Price list' }).click();
    await page.getByRole('option').first().click();
    const asked = page.getByRole('dialog', { name: 'Discard the changes?' });
    await asked.getByText('The changes of 2 rows are not saved.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Preview 2 rows').click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await read('/product-variants/MUG-WHITE/')).weight_grams).toBe(310);
    expect((await read('/product-variants/BEANS-1KG/')).weight_grams).toBe(1010);
  });

  it('that match a filter change together, with progress and an undo', async () => {
    const page = await open('TEE-BLACK');
    const before = (await read('/product-variants/TEE-BLACK-M/')).price;
    await button(page, 'Change all that match').click();
    const dialog = page.getByRole('dialog', { name: 'Change all that match the filter' });
    await dialog.getByRole('textbox', { name: 'Change prices by' }).fill('10');
    await dialog.getByRole('combobox', { name: 'Round to' }).click();
    await page.getByRole('option', { name: '.95' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/\d prices match\. The first ones:/).waitFor();
    await checkDesk(page, 'matching-preview');
    await dialog.getByRole('button', { name: 'Change all' }).click();
    await dialog.getByText(/^\d changed, 0 unchanged, 0 rejected$/).waitFor();
    await checkDesk(page, 'matching-done');
    expect((await read('/product-variants/TEE-BLACK-M/')).price).toMatch(/\.95$/);
    await dialog.getByRole('button', { name: /^Undo the change/ }).click();
    const asked = page.getByRole('dialog', { name: 'Undo this change?' });
    await asked.getByRole('button', { name: 'Undo the change' }).click();
    await dialog.getByText(/^Undone: \d rows, 0 of them not completely$/).waitFor();
    expect((await read('/product-variants/TEE-BLACK-M/')).price).toBe(before);
  });

  it('that somebody changed meanwhile are shown before they are overwritten', async () => {
    const page = await open('NOTE-DOT-A5');
    await cell(page, 'NOTE-DOT-A5', 6).click();
    await page.keyboard.type('250');
    await page.keyboard.press('Enter');
    const change = { token, body: { cost: '5.00' } };
    await screens.shop.call('PATCH', '/product-variants/NOTE-DOT-A5/', change);
    await button(page, 'Preview 1 row').click();
    const dialog = page.getByRole('dialog', { name: 'What changes' });
    await dialog.getByRole('button', { name: 'Reload the rows and keep my changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => cell(page, 'NOTE-DOT-A5', 5).textContent(), soon).toBe('5.00');
    await button(page, 'Preview 1 row').click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await read('/product-variants/NOTE-DOT-A5/')).toMatchObject({
      weight_grams: 250,
      cost: '5.00',
    });
  });
});
