import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSetupLink } from '../../src/domains/people/index.js';
import { photo } from '../media/support.js';
import {
  axeProblems,
  type BrowserContext,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, showDesk, soon } from '../support/desk.js';
import { makeTempFolder } from '../support/postgres.js';
import { addToCart, says } from '../support/till.js';

const canRun = await browserOrSkip();
const SLOW_MS = 180_000;

/** Only screens: the database is empty, and the one thing from outside is the printed link. */
describe.runIf(canRun)('an empty shop', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  let folder: string;
  let desk: BrowserContext;
  let device: BrowserContext;

  beforeAll(async () => {
    folder = await makeTempFolder();
    screens = await openScreens({ demo: false, env: { DATA_DIR: folder, DEMO_DATA: 'false' } });
    // Opened outside of a test, so that they stay open for all of them.
    desk = (await screens.open('/app/desk/')).context();
    device = (await screens.open('/app/register/')).context();
  });
  afterAll(async () => {
    await screens?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (path: string): Promise<Page> => screens.open(path, { context: desk });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const step = (page: Page, name: string, status: string) =>
    page.locator(`[data-testid="step-${name}"][data-status="${status}"]`);
  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('has an administrator after the link that the start printed', async () => {
    const page = await at('/app/desk/');
    await page.getByText('This installation has no administrator yet').waitFor();
    await checkDesk(page, 'no-administrator');
    const link = new URL((await makeSetupLink(screens.shop.platform)) ?? '');
    await page.goto(`${screens.url}${link.pathname}${link.hash}`);
    await page.getByRole('heading', { level: 1, name: 'Open your shop' }).waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('analytical-engine');
    await checkDesk(page, 'first-administrator');
    await button(page, 'Create administrator').click();
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await step(page, 'administrator', 'done').waitFor();
  });

  it('opens a store whose country suggests currency and taxes', async () => {
    const page = await at('/app/desk/');
    await field(page, 'Name of the store').fill('Corner Shop');
    await choose(page, 'Country', 'Germany');
    await field(page, 'City').fill('Hamburg');
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('EUR');
    expect(await field(page, 'Standard rate').inputValue()).toBe('19');
    await choose(page, 'Language', 'English');
    await checkDesk(page, 'setup-store');
    await button(page, 'Open the store').click();
    await step(page, 'store', 'done').waitFor();
    await button(page, 'Save payment methods').waitFor();
  });

  it('takes payments, has sample products and a till, and puts the rest off', async () => {
    const page = await at('/app/desk/setup');
    await page.getByRole('checkbox', { name: 'Card, connected' }).check();
    await button(page, 'Save payment methods').click();
    await step(page, 'payment_methods', 'done').waitFor();
    await button(page, 'Add sample products').click();
    await step(page, 'products', 'done').waitFor();
    await button(page, 'New till').click();
    const dialog = page.getByRole('dialog', { name: 'New till' });
    await dialog.getByLabel('Till ID').fill('T-1');
    await dialog.getByRole('button', { name: 'Add till' }).click();
    await step(page, 'till', 'done').waitFor();
    await step(page, 'staff', 'open').getByRole('button', { name: 'Skip for now' }).click();
    await step(page, 'staff', 'skipped').waitFor();
    await checkDesk(page, 'setup-skipped');
  });

  it('is taken up again where it was left', async () => {
    const page = await at('/app/desk/');
    await page.getByText('Your shop is not set up completely').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await step(page, 'staff', 'skipped').getByRole('button', { name: 'Staff and PINs' }).click();
    await button(page, 'New user').click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('First name').fill('Kim');
    await dialog.getByLabel('Employee number').fill('100');
    await dialog.getByLabel('PIN', { exact: true }).fill('4711');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await step(page, 'staff', 'done').waitFor();
  });

  it('pairs a device by the QR code of a till', async () => {
    const page = await at('/app/desk/tills');
    await button(page, 'Pair a device: T-1').click();
    const code = page.getByRole('img', { name: /QR code/ });
    const link = new URL((await code.getAttribute('data-content')) ?? '');
    expect(link.origin).toBe(screens.url);
    await checkDesk(page, 'pairing-qr');
    const till = await screens.open(link.pathname + link.hash, { context: device });
    await till.getByRole('heading', { name: 'Pair this device' }).waitFor();
    await screenshotBothSchemes(till, 'register-scanned');
    expect(await axeProblems(till)).toEqual([]);
    await button(till, 'Pair').click();
    await till.getByText('Paired with till T-1 · Corner Shop').waitFor();
    expect(new URL(till.url()).hash).toBe('');
  });

  it('sells for cash, and the first steps are done', async () => {
    const till = await screens.open('/app/register/', { context: device });
    await till.getByLabel('Employee number').fill('100');
    await till.getByLabel('PIN').fill('4711');
    await button(till, 'Sign in').click();
    await addToCart(till, 'SAMPLE-COFFEE');
    await says(till, 'total').toBe('€9.00');
    await till.getByTestId('pay').click();
    await till.getByRole('button', { name: '€10.00' }).click();
    await says(till, 'change').toBe('€1.00');
    const page = await at('/app/desk/setup');
    await page.getByRole('heading', { name: 'Your shop is ready' }).waitFor();
    await step(page, 'test_sale', 'done').waitFor();
    await checkDesk(page, 'setup-finished');
    await page.goto(`${screens.url}/app/desk/transactions`);
    const row = page.getByRole('row', { name: /TXN-/ });
    await expect.poll(() => row.count(), soon).toBe(1);
    expect(await row.innerText()).toContain('€9.00');
  });

  it('opens a second store in dollars, with a price list and a limit of discounts', async () => {
    const page = await at('/app/desk/store-settings');
    await button(page, 'New store').click();
    const dialog = page.getByRole('dialog', { name: 'New store' });
    await dialog.getByLabel('Name of the store').fill('Pier 39');
    await field(page, 'Code').fill('PIER-39');
    await choose(page, 'Country', 'Germany');
    await dialog.getByText('Mehrwertsteuer (DE-CORNER-SHOP)').waitFor();
    const own = dialog.getByLabel('Add a tax for this store');
    expect(await own.isChecked()).toBe(false);
    await choose(page, 'Country', 'United States');
    await choose(page, 'State', 'California');
    await dialog.getByLabel('ZIP code').fill('94133');
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('USD');
    expect(await own.isChecked()).toBe(true);
    await field(page, 'Standard rate').fill('8.625');
    await checkDesk(page, 'new-store');
    await dialog.getByRole('button', { name: 'Open the store' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Approvals: Corner Shop').click();
    const policy = page.getByRole('dialog', { name: 'Approvals' });
    expect(await policy.getByLabel('Discount on a line above').inputValue()).toBe('20');
    await policy.getByLabel('Discount on a line above').fill('10');
    await checkDesk(page, 'approval-policy');
    await policy.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Discounts above 10%').waitFor();
    await page.goto(`${screens.url}/app/desk/prices`);
    await button(page, 'New price list').click();
    const list = page.getByRole('dialog', { name: 'New price list' });
    await list.getByLabel('Code', { exact: true }).fill('USD');
    await list.getByLabel('Name').fill('Dollar');
    await choose(page, 'Currency', 'USD');
    await list.getByRole('button', { name: 'Save' }).click();
    await list.waitFor({ state: 'hidden' });
  });

  it('sells a product with two variants, a photo and prices in two currencies', async () => {
    const page = await at('/app/desk/products/new');
    await field(page, 'Name').fill('Harbour Jacket');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(800, 600) });
    await button(page, 'Edit picture 1').waitFor();
    await button(page, 'Add option').click();
    await field(page, 'Option').fill('Size');
    const values = page.getByRole('combobox', { name: 'Values' });
    for (const size of ['M', 'L']) {
      await values.fill(size);
      await values.press('Enter');
    }
    await field(page, 'Price').fill('79.90');
    await field(page, 'Dollar').fill('89.90');
    await button(page, 'Create 2 variants').click();
    await page.getByRole('group', { name: 'L', exact: true }).waitFor();
    await choose(page, 'Status', 'Active');
    await button(page, 'Save').click();
    await page.getByRole('heading', { level: 1, name: 'Harbour Jacket' }).waitFor();
    await button(page, 'Add stock: HARBOUR-JACKET-L').click();
    const dialog = page.getByRole('dialog', { name: 'HARBOUR-JACKET-L at Corner Shop' });
    await dialog.getByLabel('On hand').fill('5');
    await dialog.getByRole('button', { name: 'Add stock' }).click();
    await page.getByText('Stock of HARBOUR-JACKET-L saved').waitFor();

    const shop = await screens.open('/app/shop/');
    await shop.getByRole('button', { name: /Change store/ }).click();
    await shop
      .getByRole('dialog')
      .getByRole('button', { name: /Corner Shop/ })
      .click();
    await shop.getByRole('link', { name: 'Harbour Jacket' }).click();
    await shop.getByText('L', { exact: true }).click();
    await button(shop, 'Add to cart').click();
    await shop.getByRole('link', { name: 'Go to checkout' }).click();
    await shop.getByLabel('Email').fill('guest@example.com');
    await shop.getByLabel('First name').fill('Robin');
    await shop.getByLabel('Last name').fill('Guest');
    await shop.getByLabel('Country').selectOption('DE');
    await shop.getByLabel('Street address').fill('Lange Reihe 2');
    await shop.getByLabel('Postal code').fill('20099');
    await shop.getByLabel('City').fill('Hamburg');
    await button(shop, 'Continue to payment').click();
    await shop.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
    // 79.90 with its tax inside, and 5.00 for the parcel.
    await button(shop, 'Pay €84.90').click();
    await shop.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await shop.getByText(/^TXN-/).innerText();

    await page.goto(`${screens.url}/app/desk/fulfillments`);
    const card = (column: string) =>
      page.getByTestId(column).locator('.surface', { hasText: number.slice(-8) });
    await card('pending').getByRole('button', { name: 'Prepare' }).press('Enter');
    await card('processing').getByRole('button', { name: 'Ship', exact: true }).press('Enter');
    const parcel = page.getByRole('dialog', { name: new RegExp(number) });
    await parcel.getByLabel('Carrier').fill('Parcel Post');
    await parcel.getByLabel('Tracking number').fill('PP-1');
    await parcel.getByRole('button', { name: 'Ship', exact: true }).click();
    await card('shipped').getByText('Parcel Post · PP-1').waitFor();
  });

  it('sorts its products into categories, brands and collections', async () => {
    const page = await at('/app/desk/categories');
    await button(page, 'New category').click();
    const dialog = page.getByRole('dialog', { name: 'New category' });
    await dialog.getByLabel('Name').fill('Mugs');
    await choose(page, 'Below (optional)', 'Kitchen');
    await checkDesk(page, 'category');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Kitchen \/ Mugs/ }).waitFor();
    await button(page, 'New brand').click();
    const brand = page.getByRole('dialog', { name: 'New brand' });
    await brand.getByLabel('Name').fill('Northwind');
    await brand.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Northwind/ }).waitFor();
    await button(page, 'New collection').click();
    const collection = page.getByRole('dialog', { name: 'New collection' });
    await collection.getByLabel('Name').fill('Winter');
    await collection.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Winter/ }).waitFor();
    await showDesk(page, 'categories');
  });

  it('changes how long mails are kept, and checks the books', async () => {
    const page = await at('/app/desk/retention');
    await button(page, 'Change: Sent mails').click();
    const dialog = page.getByRole('dialog', { name: 'Sent mails' });
    await dialog.getByRole('switch', { name: 'Delete after a time' }).press('Space');
    await dialog.getByLabel('Days').fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Sent mails.*90 days/ }).waitFor();
    await page.getByRole('link', { name: 'Operations' }).click();
    // Of the database, the cache and the files.
    await page.getByText('Answers', { exact: true }).nth(2).waitFor();
    await page.getByText('No jobs in this state').waitFor();
    await button(page, 'Check now').click();
    await page.getByText('All books agree').waitFor();
    await showDesk(page, 'operations');
  });

  it('has a page of payment methods that tests the processors', async () => {
    const page = await at('/app/desk/payment-methods');
    await page.getByRole('row', { name: /Card, connected/ }).waitFor();
    await button(page, 'Test it: Square').click();
    await page.getByText('The built-in sandbox answers. No card is charged.').waitFor();
    await showDesk(page, 'payment-methods');
    await button(page, 'Edit: Gift card').click();
    const dialog = page.getByRole('dialog', { name: 'Gift card' });
    await dialog.getByRole('switch', { name: 'Active' }).press('Space');
    await checkDesk(page, 'payment-method');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Gift card.*Inactive/ }).waitFor();
  });

  it('registers a webhook of another system and shows its secret once', async () => {
    const page = await at('/app/desk/sync');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await button(page, 'New webhook').click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('URL').fill('https://203.0.114.7/hooks');
    const events = dialog.getByRole('combobox', { name: 'Events' });
    await events.fill('transaction.*');
    await events.press('Enter');
    // Closes the list of suggestions, which covers the button.
    await events.press('Tab');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const secret = page.getByRole('dialog', { name: 'Secret' });
    const shown = await secret.getByLabel('Secret', { exact: true }).innerText();
    expect(shown).toMatch(/\S{20,}/);
    await secret.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'https://203.0.114.7/hooks' }).click();
    await button(page, 'New secret: https://203.0.114.7/hooks').click();
    const asked = page.getByRole('dialog', { name: 'Make a new secret?' });
    await asked.getByRole('button', { name: 'New secret' }).click();
    const next = await secret.getByLabel('Secret', { exact: true }).innerText();
    expect(next).toMatch(/\S{20,}/);
    expect(next).not.toBe(shown);
    await secret.getByRole('button', { name: 'Done' }).click();
  });
});
