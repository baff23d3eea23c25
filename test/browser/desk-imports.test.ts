import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopifyFile } from '../spreadsheets/files.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('imports at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const statusOf = async (slug: string) =>
    (await screens.shop.call('GET', `/products/${slug}/`, { token })).status;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('checks a Shopify file, imports it and undoes it', async () => {
    const page = await desk.at('/imports');
    const csv = shopifyFile([
      { Handle: 'desk-lamp', Title: 'Desk Lamp', 'Variant SKU': 'LAMP', 'Variant Price': '35.00' },
      { Handle: 'desk-vase', Title: 'Desk Vase', 'Variant SKU': 'VASE', 'Variant Price': 'cheap' },
      ...Array.from({ length: 55 }, (_, n) => ({
        Handle: `desk-${n}`,
        Title: `Desk ${n}`,
        'Variant SKU': `DESK-${n}`,
        'Variant Price': 'cheap',
      })),
    ]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await button(page, 'Check the file').click();
    await page.getByText('This was a test run. Nothing was changed.').waitFor();
    await page.getByText('Shopify export', { exact: true }).first().waitFor();
    const errors = page.getByRole('region', { name: 'Rows with errors' });
    expect(await errors.innerText()).toContain('Row 3 · VASE · variant price:');
    expect(await errors.getByText(/^Row /).count()).toBe(50);
    await button(page, 'Load more').first().click();
    await expect.poll(() => errors.getByText(/^Row /).count(), soon).toBe(56);
    const file = page.waitForEvent('download');
    await button(page, 'Download errors as CSV').click();
    expect((await file).suggestedFilename()).toMatch(/^import-errors-.*\.csv$/);
    expect(await statusOf('desk-lamp')).toBe(404);
    await checkDesk(page, 'import');
    await button(page, 'Import now').click();
    await button(page, 'Undo the import: export.csv').click();
    expect(await statusOf('desk-lamp')).toBe(200);
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('Undone: 1 rows, 0 of them not completely').waitFor();
    await expect.poll(() => statusOf('desk-lamp'), soon).toBe(404);
  });
});
